import type { Context } from '../context/context.ts'

/** Whether the store answers; `reason` is safe to show. */
export type StoreCheck = { readonly ready: true } | { readonly ready: false; readonly reason: string }

/** How long a store may think before it counts as one that does not answer, ms. */
const PATIENCE_MS = 3_000

/** Asks the store for a sign of life. Never throws, and never waits longer than a few seconds: a slow store is no ready one. */
export function checkStore({ store, clock }: Pick<Context, 'store' | 'clock'>): Promise<StoreCheck> {
  const failed: StoreCheck = { ready: false, reason: 'the database does not answer' }
  return new Promise(resolve => {
    const cancel = clock.after(PATIENCE_MS, () => resolve(failed))
    const settle = (check: StoreCheck) => (): void => {
      cancel()
      resolve(check)
    }
    store.ping().then(settle({ ready: true }), settle(failed))
  })
}
