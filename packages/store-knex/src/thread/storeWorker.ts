/** The thread of {@link startStoreThread}: a whole store on its one connection, called by messages. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Store } from '@relayer/core'
import { createKnexStore } from '../createKnexStore.ts'
import { createFileKnex } from '../database/createFileKnex.ts'
import { type Call, type Outcome, type ThreadOptions, toPlainError } from './messages.ts'

const { file, encryption, migrate } = workerData as ThreadOptions
const knex = createFileKnex(file, 1)
const done: Outcome[] = []

/** What ends in one turn goes back as one message. */
function answer(outcome: Outcome): void {
  if (done.push(outcome) === 1) setImmediate(() => parentPort?.postMessage(done.splice(0)))
}

/** Nothing is left that keeps the thread alive; what was said is said before the port closes. */
async function leave(): Promise<void> {
  await knex.destroy()
  setImmediate(() => parentPort?.close())
}

async function run(store: Store, { id, section, method, parameters }: Call): Promise<void> {
  try {
    const owner: unknown = section === null ? store : store[section as keyof Store]
    const value = await (owner as Record<string, (...all: readonly unknown[]) => unknown>)[method]?.(...parameters)
    answer({ id, ok: true, value })
    if (section === null && method === 'close') await leave()
  } catch (error) {
    answer({ id, ok: false, error: toPlainError(error) })
  }
}

try {
  const store = await createKnexStore({ knex, encryption, migrate })
  parentPort?.on('message', (calls: readonly Call[]) => {
    for (const call of calls) void run(store, call)
  })
  answer({ id: 0, ok: true, value: null })
} catch (error) {
  answer({ id: 0, ok: false, error: toPlainError(error) })
  await leave()
}
