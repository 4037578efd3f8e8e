import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { startError } from '../cli/startError.ts'

const startMs = 20_000

/** A chain of one's own; gone when it stops. */
export interface Anvil {
  readonly url: string
  /** Resolves when the process has ended, however it did. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** Starts anvil on a free loopback port with a block every second. It is killed when this process exits. */
export async function startAnvil(path: string): Promise<Anvil> {
  const child = spawn(path, ['--host', '127.0.0.1', '--port', '0', '--block-time', '1', '--accounts', '1'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // in a process group of its own, so that Ctrl-C reaches this process first and lanes end in order
    detached: true,
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>(resolve => {
    child.once('error', () => resolve())
    child.once('close', () => resolve())
  }).then(() => {
    process.off('exit', kill)
  })
  // its pipes must be emptied, else it blocks
  child.stderr.resume()
  const port = await Promise.race([readPort(child.stdout), ended.then(() => null), delay(startMs)])
  if (port === null) {
    kill()
    throw startError(`anvil (${path}) did not start`)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    ended,
    stop() {
      kill()
      return ended
    },
  }
}

/** `Listening on 127.0.0.1:45123`; the lines after it are read and dropped. */
function readPort(stdout: NodeJS.ReadableStream): Promise<string | null> {
  return new Promise(resolve => {
    const lines = createInterface({ input: stdout })
    lines.on('line', line => {
      const port = /^Listening on [^ ]*:(\d+)/.exec(line)?.[1]
      if (port !== undefined) resolve(port)
    })
    lines.on('close', () => resolve(null))
  })
}

function delay(ms: number): Promise<null> {
  return new Promise(resolve => setTimeout(resolve, ms, null).unref())
}
