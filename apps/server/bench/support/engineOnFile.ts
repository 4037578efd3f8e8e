import { randomUUID } from 'node:crypto'
import { createEvmChain } from '@relayer/chain-evm'
import { type Clock, createEngine, type Engine, type Logger, type Requeue, type Store } from '@relayer/core'
import { evmTransactionRequest } from '@relayer/schemas'
import { createLocalSigner } from '@relayer/signer-local'
import { openStore } from '@relayer/store-knex'
import { pricedBody } from './bodies.ts'
import { firstKey } from './relayer.ts'
import { createStubNode } from './stubNode.ts'

/** An engine whose ticks are run by hand: nothing happens on its own, so that one tick can be timed. */
export interface EngineOnFile {
  readonly engine: Engine
  create(): Promise<string>
  tick(): Promise<void>
  /** A block later, as far as the engine can tell. */
  mine(): void
  close(): Promise<void>
}

export const relayerId = 'r0'
/** More than the time between two blocks, so that the head is asked for again. */
const blockMs = 1_000

/** The real store, lane, chain adapter and signer on an SQLite file; only the node is a stub. */
export async function openEngineOnFile(file: string, nonce: number): Promise<EngineOnFile> {
  const store = await openStore(`sqlite:${file}`, {
    encryption: { keys: [{ id: 'k', key: new Uint8Array(32) }], current: 'k' },
  })
  return openEngine(store, nonce)
}

/** The same on any store. */
export async function openEngine(store: Store, nonce: number): Promise<EngineOnFile & { readonly logger: Logger }> {
  const node = createStubNode(nonce)
  let handler: ((key: string) => Promise<Requeue>) | null = null
  let offsetMs = 0
  // no timer ever fires: no sweep, no polling
  const clock: Clock = { now: () => Date.now() + offsetMs, after: () => () => {} }
  const silent = () => {}
  const logger: Logger = { debug: silent, info: silent, warn: console.error, error: console.error }
  const signer = createLocalSigner({ id: 'k0', key: Buffer.from(firstKey, 'hex') })
  const engine = createEngine({
    store,
    adapters: {
      openChain: () => ({
        ok: true,
        value: createEvmChain({
          chainId: 31_337,
          rpcUrls: [{ url: 'http://127.0.0.1:9' }],
          requiredConfirmations: 1,
          averageBlockTimeMs: blockMs,
          features: ['eip1559'],
          fetch: node.fetch,
          now: clock.now,
        }),
      }),
      openSigner: () => ({ ok: true, value: signer }),
    },
    webhooks: { send: async () => ({ ok: true }) },
    queue: {
      add: silent,
      addAfter: silent,
      start(run) {
        handler = run
      },
      stop: async () => {},
    },
    clock,
    random: { uuid: () => randomUUID(), fraction: () => Math.random() },
    logger,
  })
  const applied = await engine.applyConfiguration({
    networks: [
      {
        name: 'stub',
        networkType: 'evm',
        rpcUrls: [{ url: 'http://127.0.0.1:9', weight: 100 }],
        settings: { chain_id: 31_337 },
      },
    ],
    signers: [{ id: 'k0', type: 'local', config: {}, secret: '{}' }],
    notifications: [],
    relayers: [
      {
        id: relayerId,
        name: 'Bench',
        network: 'stub',
        networkType: 'evm',
        paused: false,
        signerId: 'k0',
        notificationId: null,
        policies: null,
        customRpcUrls: null,
      },
    ],
  })
  if (!applied.ok) throw applied.error
  await engine.start()
  const relayer = await engine.getRelayer(relayerId)
  if (!relayer.ok) throw relayer.error
  const body = evmTransactionRequest.parse(pricedBody)
  return {
    engine,
    logger,
    async create() {
      const created = await engine.createTransaction({ relayerId, body, idempotency: null })
      if (!created.ok) throw created.error
      return String((created.value.record as { id: unknown }).id)
    },
    async tick() {
      await handler?.(`lane:${relayer.value.lane}`)
    },
    mine() {
      offsetMs += blockMs
      node.mine()
    },
    async close() {
      await engine.stop()
      await store.close()
    },
  }
}
