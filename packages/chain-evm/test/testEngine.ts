import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AttemptRecord,
  type Chain,
  createEngine,
  createMemoryQueue,
  type Engine,
  type JsonObject,
  type Settings,
  type Store,
} from '@relayer/core'
import { createMemoryStore } from '@relayer/core/testing'
import { evmTransactionRequest } from '@relayer/schemas'
import { devSigner } from './testLane.ts'

/** The whole engine on a chain of this package, with the relayer `main` of the first development key. */
export interface TestEngine {
  readonly engine: Engine
  readonly store: Store
  /** Accepts a body and gives its id. */
  send(body: object): Promise<string>
  /** The wire record. */
  read(id: string): Promise<Record<string, unknown>>
  /** Waits until the record is as asked. */
  reach(id: string, is: (record: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  attempts(id: string): Promise<readonly AttemptRecord[]>
  stop(): Promise<void>
}

/** On a store in memory and the machine's clock. `policies` are the relayer's. */
export async function startTestEngine(
  chain: Chain,
  { policies = null, settings = {} }: { readonly policies?: JsonObject | null; readonly settings?: Partial<Settings> },
): Promise<TestEngine> {
  const clock = {
    now: Date.now,
    after(delayMs: number, callback: () => void) {
      const timer = setTimeout(callback, Math.min(delayMs, 2 ** 31 - 1)).unref()
      return () => clearTimeout(timer)
    },
  }
  const silent = (): void => {}
  const logger = { debug: silent, info: silent, warn: silent, error: silent }
  const store = createMemoryStore({ now: clock.now })
  const engine = createEngine(
    {
      store,
      adapters: {
        openChain: () => ({ ok: true, value: chain }),
        openSigner: () => ({ ok: true, value: devSigner }),
      },
      webhooks: { send: async () => ({ ok: true }) },
      queue: createMemoryQueue({ clock, logger }),
      clock,
      random: { uuid: () => randomUUID(), fraction: () => Math.random() },
      logger,
    },
    settings,
  )
  const relayer = { id: 'main', name: 'Main', network: 'test', networkType: 'evm', paused: false, policies } as const
  const applied = await engine.applyConfiguration({
    networks: [{ name: 'test', networkType: 'evm', rpcUrls: [{ url: 'http://127.0.0.1:9', weight: 1 }], settings: {} }],
    signers: [{ id: 'dev', type: 'local', config: {}, secret: '{}' }],
    notifications: [],
    relayers: [{ ...relayer, signerId: 'dev', notificationId: null, customRpcUrls: null }],
  })
  if (!applied.ok) throw applied.error
  await engine.start()
  const read = async (transactionId: string) => {
    const found = await engine.getTransaction({ relayerId: 'main', transactionId })
    if (!found.ok) throw found.error
    return found.value as Record<string, unknown>
  }
  return {
    engine,
    store,
    async send(body) {
      const parsed = evmTransactionRequest.parse(body)
      const accepted = await engine.createTransaction({ relayerId: 'main', body: parsed, idempotency: null })
      if (!accepted.ok) throw accepted.error
      return String(accepted.value.record['id'])
    },
    read,
    async reach(id, is) {
      // The deadline is only there to end a test that would never end.
      for (const end = Date.now() + 60_000; ; await sleep(25)) {
        const record = await read(id)
        if (is(record)) return record
        if (Date.now() > end)
          throw new Error(
            `waited in vain: ${JSON.stringify(record, (_, v) => (typeof v === 'bigint' ? String(v) : v))}`,
          )
      }
    },
    attempts: id => store.transactions.attempts(id),
    stop: () => engine.stop(),
  }
}
