/**
 * `--import`ed into the server: kills it with SIGKILL at the step that `KILL_AT` names, once the first transaction is on its
 * way. The server's own code knows nothing of it.
 */
import { writeSync } from 'node:fs'
import { flushCompileCache, registerHooks } from 'node:module'
import { laneSteps } from './laneSteps.ts'

const name = process.env['KILL_AT'] ?? ''
const step = laneSteps[name]
let armed = false

/** Called by everything that is watched: around a call of the store, or a request to a node. */
export function pass(when: 'before' | 'after', call: string, argument: unknown): void {
  if (!armed && call === 'transactions.create') {
    armed = true
    // Whoever is killed does not do it at its end.
    flushCompileCache()
  }
  if (!armed || step === undefined || step.call !== call || step.when !== when) return
  if (step.fits && !step.fits(argument)) return
  writeSync(2, `killed ${name}\n`)
  process.kill(process.pid, 'SIGKILL')
}

const send = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const body = init?.body
  const methods = typeof body === 'string' ? [...body.matchAll(/"method":"(\w+)"/g)].map(([, method]) => method) : []
  for (const method of methods) pass('before', `rpc ${method}`, null)
  const response = await send(input, init)
  for (const method of methods) pass('after', `rpc ${method}`, null)
  return response
}

// The server's store is opened by the same package, wrapped.
registerHooks({
  resolve(specifier, context, next) {
    const isServer = context.parentURL?.endsWith('/composition/openDatabase.ts') ?? false
    if (specifier !== '@relayer/store-knex' || !isServer) return next(specifier, context)
    return { url: new URL('watchedStore.ts', import.meta.url).href, shortCircuit: true }
  },
})
