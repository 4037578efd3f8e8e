import { Worker } from 'node:worker_threads'
import { RelayerError } from '@relayer/core'
import { type Call, type Outcome, type ThreadOptions, toRelayerError } from './messages.ts'

/** A store in a thread of its own. */
export interface StoreThread {
  /** Calls a method of it. Throws what the method throws, and `STORE_FAILED` once the thread is gone. */
  call(section: string | null, method: string, parameters: readonly unknown[]): Promise<unknown>
  /** Closes the store, then ends the thread. */
  close(): Promise<void>
}

/** How long a thread that has closed its store may take to end, ms. */
const END_MS = 2_000

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

const source = import.meta.url.endsWith('.ts')
const entry = new URL(source ? './storeWorker.ts' : './storeWorker.js', import.meta.url)

/**
 * Opens a store in a thread of its own. A commit is a dozen round trips between a thread and its driver; on the main thread
 * each of them would wait for whatever requests are being served, and requests for it. Resolves once the store is open.
 */
export async function startStoreThread(options: ThreadOptions): Promise<StoreThread> {
  const worker = new Worker(entry, {
    workerData: options,
    ...(source && { execArgv: ['--conditions=@relayer/source'] }),
  })
  const waiting = new Map<number, Waiting>()
  let calls: Call[] = []
  let last = 0
  let lost: RelayerError | null = null

  const settle = (id: number, end: (one: Waiting) => void): void => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (one !== undefined) end(one)
    // An idle store keeps no process alive.
    if (waiting.size === 0) worker.unref()
  }
  const lose = (cause: unknown): void => {
    lost ??= new RelayerError('STORE_FAILED', 'The thread of the store has ended.', { cause })
    for (const { reject } of waiting.values()) reject(lost)
    waiting.clear()
  }
  worker.on('error', lose)
  const ended = new Promise<void>(resolve => {
    worker.on('exit', code => {
      lose(new Error(`exit code ${code}`))
      resolve()
    })
  })
  worker.on('message', (outcomes: readonly Outcome[]) => {
    for (const outcome of outcomes) {
      settle(outcome.id, ({ resolve, reject }) =>
        outcome.ok ? resolve(outcome.value) : reject(toRelayerError(outcome.error)),
      )
    }
  })

  const wait = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (lost !== null) return reject(lost)
      worker.ref()
      waiting.set(id, { resolve, reject })
    })
  /** Calls of one turn of the event loop go over as one message: what requests cost that arrive together is one wake-up. */
  const post = (call: Call): void => {
    if (calls.push(call) > 1) return
    setImmediate(() => {
      const posted = calls
      calls = []
      try {
        worker.postMessage(posted)
      } catch (cause) {
        // What can't be copied fails its callers; thrown from here it would end the process.
        const error = new RelayerError('STORE_FAILED', 'The store was given what it cannot take.', { cause })
        for (const { id } of posted) settle(id, ({ reject }) => reject(error))
      }
    })
  }

  /** The thread ends by itself once it has closed its connection; a driver that is cut off in its work takes the process along. */
  const end = async (): Promise<void> => {
    worker.ref()
    const timer = setTimeout(() => void worker.terminate(), END_MS)
    await ended
    clearTimeout(timer)
  }
  await wait(0).catch(async error => {
    await end()
    throw error
  })
  const call: StoreThread['call'] = (section, method, parameters) => {
    const id = ++last
    const outcome = wait(id)
    if (lost === null) post({ id, section, method, parameters })
    return outcome
  }
  return {
    call,
    async close() {
      try {
        if (lost === null) await call(null, 'close', [])
      } finally {
        await end()
      }
    },
  }
}
