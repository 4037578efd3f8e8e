import type { NetworkType } from '@relayer/schemas'
import { createEngine } from '../engine/createEngine.ts'
import type { Engine } from '../engine/engine.ts'
import type { ChainTraits } from '../ports/chain.ts'
import type { Random } from '../ports/random.ts'
import type { Signer } from '../ports/signer.ts'
import type { Store } from '../ports/store.ts'
import type { WebhookRequest } from '../ports/webhookSender.ts'
import { createMemoryQueue } from '../reconcile/createMemoryQueue.ts'
import type { Settings } from '../context/settings.ts'
import { createFakeChain, type FakeNode } from './fakeChain.ts'
import { createManualClock, type ManualClock } from './manualClock.ts'
import { createMemoryStore } from './memoryStore.ts'

/** An engine on a memory store, a fake chain and a manual clock, with a relayer called `main`. */
export interface TestEngine {
  readonly engine: Engine
  readonly store: Store
  readonly node: FakeNode
  readonly clock: ManualClock
  /** What was sent to webhook targets; `webhookFails` makes the next ones fail. */
  readonly webhooks: WebhookRequest[]
  webhookFails: number
  signerFails: boolean
  /** Mines a block per step and lets the engine see each. */
  blocks(count: number): Promise<void>
  /** Another engine on the same store, chain and clock: a restart, or a second process. */
  restart(): Promise<Engine>
}

/** Repeatable randomness. */
export function createTestRandom(seed = 1): Random {
  let state = seed
  const fraction = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const hex = (digits: number): string => Array.from({ length: digits }, () => Math.floor(fraction() * 16).toString(16)).join('')
  return { fraction, uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}` }
}

/** Starts a {@link TestEngine} for a family's fake chain. */
export async function createTestEngine(
  family: NetworkType = 'evm',
  options: { readonly traits?: Partial<ChainTraits>; readonly settings?: Partial<Settings>; readonly store?: Store; readonly seed?: number } = {},
): Promise<TestEngine> {
  const clock = createManualClock()
  const random = createTestRandom(options.seed)
  const { chain, node } = createFakeChain(family, { now: clock.now, ...(options.traits && { traits: options.traits }) })
  const store = options.store ?? createMemoryStore({ now: clock.now })
  const webhooks: WebhookRequest[] = []
  const silent = (): void => {}
  const logger = { debug: silent, info: silent, warn: silent, error: silent }
  const signer: Signer = {
    id: 'key',
    publicKey: async () => new Uint8Array(64).fill(7),
    sign: async (_curve, requests) =>
      requests.map(() => (test.signerFails ? { ok: false, reason: 'no answer', retryable: true } : { ok: true, signature: new Uint8Array(65) })),
  }
  const open = async (): Promise<Engine> => {
    const engine = createEngine(
      {
        store,
        adapters: { openChain: () => ({ ok: true, value: chain }), openSigner: () => ({ ok: true, value: signer }) },
        webhooks: {
          async send(request) {
            webhooks.push(request)
            return test.webhookFails-- > 0 ? { ok: false, reason: 'status 500' } : { ok: true }
          },
        },
        queue: createMemoryQueue({ clock, logger }),
        clock,
        random,
        logger,
      },
      options.settings,
    )
    await engine.start()
    return engine
  }
  const test: TestEngine = {
    engine: await open(),
    store,
    node,
    clock,
    webhooks,
    webhookFails: 0,
    signerFails: false,
    async blocks(count) {
      await clock.flush()
      for (let block = 0; block < count; block++) {
        node.mine()
        await clock.advance(1_000)
      }
    },
    restart: open,
  }
  const applied = await test.engine.applyConfiguration({
    networks: [{ name: 'fake', networkType: family, rpcUrls: [{ url: 'http://fake', weight: 100 }], settings: {} }],
    signers: [{ id: 'key', type: 'local', config: {}, secret: null }],
    notifications: [{ id: 'hook', url: 'http://hook', signingKey: null }],
    relayers: [
      {
        ...{ id: 'main', name: 'Main', network: 'fake', networkType: family, paused: false, signerId: 'key' },
        ...{ notificationId: 'hook', policies: null, customRpcUrls: null },
      },
    ],
  })
  if (!applied.ok) throw applied.error
  return test
}
