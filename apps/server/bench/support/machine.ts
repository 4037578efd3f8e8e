import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { median } from './statistics.ts'

/** Where the figures were taken. */
export function describeMachine() {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
    commit: readCommit(),
    /** Before the bench: what else is running takes its part. */
    loadAverage: loadavg()[0] ?? 0,
    fsyncMs: measureFsync(),
    rateLimits: 'off: 1,000,000 a second, which nothing here reaches',
  }
}

/** Of the working tree, which may hold more. */
function readCommit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '-uno') === '' ? '' : ' and changes'}`
  } catch {
    return 'unknown'
  }
}

/** What a commit costs the disk at least: 4 kB appended and flushed, p50. */
function measureFsync(): number {
  const folder = mkdtempSync(join(process.env['BENCH_DIR'] ?? tmpdir(), 'relayer-bench-'))
  const file = openSync(join(folder, 'file'), 'w')
  const block = Buffer.alloc(4096)
  const times = Array.from({ length: 100 }, () => {
    const start = performance.now()
    writeSync(file, block)
    fsyncSync(file)
    return performance.now() - start
  })
  closeSync(file)
  rmSync(folder, { recursive: true })
  return Number(median(times).toFixed(3))
}
