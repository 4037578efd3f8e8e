/**
 * `--import`ed into the server child: answers questions about the process over the IPC channel of `fork`. The server's own
 * code knows nothing of it.
 */
import { openSync, readSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import type { HookAnswer, Hold } from './hookAnswer.ts'

/** ms; what a hold is measured with: it can be seen too long by as much. */
const resolutionMs = 1
/** Holds that are told one by one, ms. */
const longHoldMs = 25
/** How often they are looked for, ms. */
const tickMs = 4

const buffer = Buffer.alloc(128)
const schedule = openSchedule()
const delay = monitorEventLoopDelay({ resolution: resolutionMs })
delay.enable()

let holds: Hold[] = []
let longestGcMs = 0
let before = readThread()

// Beside the histogram: how much of a hold this thread was running, and how much it only waited for a core.
setInterval(() => {
  const now = readThread()
  const hold = {
    wallMs: now.wallMs - before.wallMs,
    cpuMs: now.cpuMs - before.cpuMs,
    waitMs: now.waitMs - before.waitMs,
  }
  if (hold.wallMs > longHoldMs) holds.push(hold)
  before = now
}, tickMs).unref()

new PerformanceObserver(list => {
  for (const { duration } of list.getEntries()) longestGcMs = Math.max(longestGcMs, duration)
}).observe({ entryTypes: ['gc'] })

/** Times of the main thread so far: how long it ran, and how long it stood in the queue of a core; 0 where Linux is not. */
function readThread(): Hold {
  const [ran = 0, waited = 0] = readSchedule()
  return { wallMs: performance.now(), cpuMs: ran / 1e6, waitMs: waited / 1e6 }
}

/** ns. Read through one descriptor: what measures must not show in the measurement. */
function readSchedule(): readonly number[] {
  if (schedule === null) return []
  const length = readSync(schedule, buffer, 0, buffer.length, 0)
  return buffer.toString('latin1', 0, length).split(' ').map(Number)
}

function openSchedule(): number | null {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  } catch {
    return null
  }
}

process.on('message', message => {
  if (message === 'reset') {
    delay.reset()
    holds = []
    longestGcMs = 0
  }
  if (message === 'collect') collectGarbage()
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const answer: HookAnswer = {
    longestHoldMs: delay.max / 1e6,
    p99HoldMs: delay.percentile(99) / 1e6,
    holds,
    longestGcMs,
    cpuMs: (user + system) / 1000,
    rssBytes: rss,
    heapBytes: heapUsed,
    externalBytes: external,
  }
  process.send?.(answer)
})
process.channel?.unref()

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}
