import type { Store } from '@relayer/core'
import { openStore as openRealStore } from '@relayer/store-knex'
import { pass } from './killHook.ts'

/** The real store, with every call of its lanes and transactions shown to the hook. */
export async function openStore(...parameters: Parameters<typeof openRealStore>): Promise<Store> {
  const store = await openRealStore(...parameters)
  return { ...store, lanes: watch('lanes', store.lanes), transactions: watch('transactions', store.transactions) }
}

function watch<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, property) {
      const method = Reflect.get(object, property) as unknown
      if (typeof method !== 'function') return method
      const call = `${name}.${String(property)}`
      return async (...values: unknown[]) => {
        pass('before', call, values[0])
        const result: unknown = await method.apply(object, values)
        pass('after', call, values[0])
        return result
      }
    },
  })
}
