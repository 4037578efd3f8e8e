import type { NetworkType } from '@relayer/schemas'
import { createEngine } from '../engine/createEngine.ts'
import type { Engine } from '../engine/engine.ts'
import type { Chain, ChainTraits } from '../ports/chain.ts'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import type { Signer, SignResult } from '../ports/signer.ts'
import type { Store } from '../ports/store.ts'
import type { WebhookRequest } from '../ports/webhookSender.ts'
import { createMemoryQueue } from '../reconcile/createMemoryQueue.ts'
import type { Settings } from '../context/settings.ts'
import type { SignerRecord } from '../records/resources.ts'
import { createFakeChain, type FakeNode } from './fakeChain.ts'
import { createManualClock, type ManualClock } from './manualClock.ts'
import { createMemoryStore } from './memoryStore.ts'

/** An engine on a memory store, a fake chain and a manual clock, with a relayer called `main`. */
export interface TestEngine {
  /** The newest engine. */
  engine: Engine
  readonly store: Store
  readonly node: FakeNode
  readonly clock: ManualClock
  /** What was sent to webhook targets; `webhookFails` makes the next ones fail. */
  readonly webhooks: WebhookRequest[]
  webhookFails: number
  signerFails: boolean
  /** The failure of the next signatures in place of the usual one. */
  signerFailure: Extract<SignResult, { ok: false }>
  /** Mines a block per step and lets the engine see each. */
  blocks(count: number): Promise<void>
  /** Another engine on the same store, chain and clock: a restart, or a second process. */
  restart(): Promise<Engine>
  /**
   * Kills the newest engine the hard way after so many more calls of its ports, before or after the last call took effect:
   * whatever it awaits never comes back, and its timers never fire.
   */
  killAfter(calls: number, when: 'before' | 'after'): void
  /** Whether the newest engine is dead. */
  readonly dead: boolean
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
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => Math.floor(fraction() * 16).toString(16)).join('')
  return { fraction, uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}` }
}

/**
 * Starts a {@link TestEngine} for a family's fake chain. A network's setting `identity` makes it another chain, a signer's
 * setting `key` (a byte) another account.
 */
export async function createTestEngine(
  family: NetworkType = 'evm',
  options: {
    readonly traits?: Partial<ChainTraits>
    readonly settings?: Partial<Settings>
    readonly store?: Store
    readonly seed?: number
    /** The chain finds no consumer of a sequence, as a node without history. */
    readonly hidesConsumers?: boolean
  } = {},
): Promise<TestEngine> {
  const clock = createManualClock()
  const random = createTestRandom(options.seed)
  const { chain: fake, node } = createFakeChain(family, {
    now: clock.now,
    ...(options.traits && { traits: options.traits }),
  })
  const chain: Chain = options.hidesConsumers
    ? { ...fake, identify: async () => ({ ok: true, value: { kind: 'notFound' } }) }
    : fake
  const store = options.store ?? createMemoryStore({ now: clock.now })
  const webhooks: WebhookRequest[] = []
  const silent = (): void => {}
  const logger = { debug: silent, info: silent, warn: silent, error: silent }
  const signerOf = ({ id, config }: SignerRecord): Signer => ({
    id,
    publicKey: async () => new Uint8Array(64).fill(Number(config['key'] ?? 7)),
    sign: async (_curve, requests) =>
      requests.map(() => (test.signerFails ? test.signerFailure : { ok: true, signature: new Uint8Array(65) })),
  })
  let life = createLife()
  const open = async (): Promise<Engine> => {
    const own = createLife()
    life = own
    const mortal = mortalPorts(own, store, chain)
    const engine = createEngine(
      {
        store: mortal.store,
        adapters: {
          openChain: ({ settings: { identity } }) => ({
            ok: true,
            value: typeof identity === 'string' ? { ...mortal.chain, identity } : mortal.chain,
          }),
          openSigner: record => ({ ok: true, value: signerOf(record) }),
        },
        webhooks: {
          async send(request) {
            webhooks.push(request)
            return test.webhookFails-- > 0 ? { ok: false, reason: 'status 500' } : { ok: true }
          },
        },
        queue: createMemoryQueue({ clock: mortalClock(own, clock), logger }),
        clock: mortalClock(own, clock),
        random,
        logger,
      },
      { healthMs: 0, ...options.settings },
    )
    await engine.start()
    test.engine = engine
    return engine
  }
  const test: TestEngine = {
    engine: null as unknown as Engine,
    store,
    node,
    clock,
    webhooks,
    webhookFails: 0,
    signerFails: false,
    signerFailure: { ok: false, reason: 'no answer', retryable: true },
    async blocks(count) {
      await clock.flush()
      for (let block = 0; block < count; block++) {
        node.mine()
        await clock.advance(1_000)
      }
    },
    restart: open,
    killAfter(calls, when) {
      life.fuse = calls
      life.when = when
    },
    get dead() {
      return life.dead
    },
  }
  await open()
  const applied = await test.engine.applyConfiguration({
    networks: [{ name: 'fake', networkType: family, rpcUrls: [{ url: 'http://fake', weight: 100 }], settings: {} }],
    signers: [{ id: 'key', type: 'local', config: {}, secret: null }],
    notifications: [{ id: 'hook', url: 'http://hook', signingKey: null }],
    relayers: [
      {
        id: 'main',
        name: 'Main',
        network: 'fake',
        networkType: family,
        paused: false,
        signerId: 'key',
        notificationId: 'hook',
        policies: null,
        customRpcUrls: null,
      },
    ],
  })
  if (!applied.ok) throw applied.error
  return test
}

/** One engine's life; the fuse burns one step per call of a port. */
interface Life {
  dead: boolean
  fuse: number | null
  when: 'before' | 'after'
}

function createLife(): Life {
  return { dead: false, fuse: null, when: 'before' }
}

const never = new Promise<never>(() => {})

/** Wraps the ports that reach the world, so that a killed engine hangs at its next await and does nothing any more. */
function mortalPorts(life: Life, store: Store, chain: Chain): { readonly store: Store; readonly chain: Chain } {
  const mortal = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, property, receiver) {
        const value = Reflect.get(object, property, receiver) as unknown
        if (typeof value === 'function')
          return (...args: unknown[]) => call(() => (value as (...args: unknown[]) => unknown).apply(object, args))
        return typeof value === 'object' && value !== null && property !== 'traits' ? mortal(value) : value
      },
    })
  const call = (effect: () => unknown): unknown => {
    if (life.dead) return never
    const burnt = life.fuse !== null && --life.fuse <= 0
    if (burnt && life.when === 'before') {
      life.dead = true
      return never
    }
    const result = effect()
    // Synchronous calls are pure: nobody dies in them.
    if (!(result instanceof Promise)) return result
    if (burnt) life.dead = true
    return result.then(value => (life.dead ? never : value))
  }
  return { store: mortal(store), chain: mortal(chain) }
}

function mortalClock(life: Life, clock: ManualClock): Clock {
  return { now: clock.now, after: (delayMs, callback) => clock.after(delayMs, () => !life.dead && callback()) }
}
