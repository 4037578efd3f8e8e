import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type DestinationStream, pino } from 'pino'
import type { Environment } from '../config/environment.ts'

/**
 * `LOG_MODE=file`: today's log file, `relayer-YYYY-MM-DD.N.log` with N from 1. One that has reached the limit is left alone
 * and the next is taken; while the process runs it stays with its file.
 */
export function openLogFile({ folder, maxBytes }: NonNullable<Environment['logFile']>, now: Date): DestinationStream {
  mkdirSync(folder, { recursive: true })
  const day = now.toISOString().slice(0, 10)
  let path = ''
  for (let number = 1; path === '' || sizeOf(path) >= maxBytes; number++) {
    path = join(folder, `relayer-${day}.${number}.log`)
  }
  // written at once: the line that says why a process ended is the one that matters
  return pino.destination({ dest: path, append: true, sync: true })
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
