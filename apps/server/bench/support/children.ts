import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Kills the child when this process ends, however it ends. */
export function endWithMe(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

/** The first match in what a child prints on stdout; throws with its output if it ends before. */
export function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let output = ''
    let found = false
    const read = (chunk: Buffer) => {
      // Read to the end of its life: a full pipe would block the child.
      if (found) return
      output += chunk.toString()
      const match = pattern.exec(output)
      if (match === null) return
      found = true
      output = ''
      resolve(match)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', reject)
    child.once('close', code => reject(new Error(`a child ended with code ${code} before ${pattern}:\n${output}`)))
  })
}

/** Ends a child with SIGTERM and waits until it is gone. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = new Promise(resolve => child.once('close', resolve))
  child.kill('SIGTERM')
  await closed
}
