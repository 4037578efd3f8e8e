import { unlimited } from './testServer.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { until } from './until.ts'

const bin = fileURLToPath(new URL('../../bin/relayer-server.mjs', import.meta.url))

export interface CliOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Default: the one that runs the tests. */
  readonly node?: string
  /** A module that is loaded first. */
  readonly hook?: string
}

export interface Cli {
  readonly child: ChildProcess
  stdout(): string
  stderr(): string
  /** The exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
  /** The first match in the output. */
  match(pattern: RegExp): Promise<RegExpExecArray>
}

/** The bin as `npm start` runs it, from source, with no setting but the given ones. */
export function runCli(args: readonly string[], { cwd, env = {}, node = process.execPath, hook }: CliOptions): Cli {
  const child = spawn(
    node,
    ['--conditions=@relayer/source', ...(hook === undefined ? [] : [`--import=${hook}`]), bin, ...args],
    {
      cwd,
      env: { PATH: process.env['PATH'], ...unlimited, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  let over = false
  const ended = new Promise<number | null>(resolve => child.once('close', resolve)).finally(() => {
    over = true
  })
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    match: pattern =>
      until(String(pattern), () => {
        const found = pattern.exec(stdout) ?? pattern.exec(stderr)
        if (found === null && over) throw new Error(`it ended without ${pattern}:\n${stdout}\n${stderr}`)
        return found ?? undefined
      }),
  }
}
