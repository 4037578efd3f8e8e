import { statfs } from 'node:fs/promises'
import { cpus, freemem, totalmem } from 'node:os'
import { inspectProcess } from '../routes/inspectProcess.ts'
import { collectWith } from './collectWith.ts'
import type { Instruments } from './createInstruments.ts'

/** Has the gauges of machine and process read when they are scraped. */
export function collectSystem(instruments: Instruments): void {
  let before = readCpus()
  collectWith(instruments.cpuPercent, () => {
    const now = readCpus()
    const total = now.total - before.total
    instruments.cpuPercent.set(total > 0 ? (100 * (now.busy - before.busy)) / total : 0)
    before = now
  })
  collectWith(instruments.memoryBytes, () => instruments.memoryBytes.set(totalmem() - freemem()))
  collectWith(instruments.memoryTotalBytes, () => instruments.memoryTotalBytes.set(totalmem()))
  collectWith(instruments.memoryAvailableBytes, () => instruments.memoryAvailableBytes.set(freemem()))
  collectWith(instruments.memoryPercent, () => instruments.memoryPercent.set(100 * (1 - freemem() / totalmem())))
  collectWith(instruments.diskBytes, async () => instruments.diskBytes.set((await readDisk()).usedBytes))
  collectWith(instruments.diskPercent, async () => instruments.diskPercent.set((await readDisk()).percent))
  collectWith(instruments.fileDescriptors, async () =>
    instruments.fileDescriptors.set((await inspectProcess()).fd_count),
  )
  collectWith(instruments.closeWaitSockets, async () =>
    instruments.closeWaitSockets.set((await inspectProcess()).close_wait_count),
  )
}

function readCpus(): { readonly busy: number; readonly total: number } {
  const times = cpus().map(cpu => cpu.times)
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
  const total = sum(times.flatMap(time => Object.values(time)))
  return { total, busy: total - sum(times.map(time => time.idle)) }
}

async function readDisk(): Promise<{ readonly usedBytes: number; readonly percent: number }> {
  const { blocks, bfree, bsize } = await statfs('.')
  return { usedBytes: (blocks - bfree) * bsize, percent: blocks > 0 ? 100 * (1 - bfree / blocks) : 0 }
}
