import type { AttemptRecord, BuildItem, BuildResult, Chain, Head, JsonObject, Reading, Signer } from '@relayer/core'
import { evmTransactionRequest } from '@relayer/schemas'
import { createLocalSigner } from '@relayer/signer-local'
import { createEvmChain, type EvmChainOptions, type RpcObservation } from '../src/index.ts'

/** anvil's first development key. */
export const devKey = Buffer.from('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'hex')
/** Its account, as this package writes it. */
export const devAccount = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
/** Signs for it. */
export const devSigner: Signer = createLocalSigner({ id: 'dev', key: devKey })

/** What core would do with a chain, in the few steps that a test needs. */
export interface TestLane {
  readonly chain: Chain
  readonly account: string
  /** Every HTTP request since `forget`. */
  readonly requests: RpcObservation[]
  /** Calls per method since `forget`. */
  calls(): Record<string, number>
  forget(): void
  head(): Promise<Head>
  /** Builds bodies as new transactions at the account's next nonce. */
  build(bodies: readonly object[], options?: BuildOptions): Promise<readonly BuildResult[]>
}

/** What a build of a test may change. */
export interface BuildOptions {
  readonly head?: Head
  readonly policies?: JsonObject | null
  readonly signer?: Signer | null
  /** Overrides of every item. */
  readonly item?: Partial<BuildItem>
}

/** A chain at a URL, with everything that it asks counted. */
export function createTestLane(url: string, options: Partial<EvmChainOptions> = {}): TestLane {
  const requests: RpcObservation[] = []
  const chain = createEvmChain({
    chainId: 31_337,
    rpcUrls: [{ url }],
    requiredConfirmations: 2,
    averageBlockTimeMs: 1_000,
    features: ['eip1559'],
    onRpc: observation => requests.push(observation),
    ...options,
  })
  const account = devAccount
  return {
    chain,
    account,
    requests,
    calls() {
      const calls: Record<string, number> = {}
      for (const { methods } of requests) {
        for (const [method, count] of Object.entries(methods)) calls[method] = (calls[method] ?? 0) + count
      }
      return calls
    },
    forget: () => requests.splice(0),
    head: async () => valueOf(await chain.head()),
    async build(bodies, { head: given, policies = null, signer = devSigner, item = {} } = {}) {
      const head = given ?? valueOf(await chain.head())
      const [state] = valueOf(await chain.accounts(head, [account], { balance: false }))
      const items = await Promise.all(bodies.map((body, index) => itemOf(chain, body, index, policies)))
      return chain.build({
        head,
        account,
        policies,
        nextSequences: new Map([[account, state?.sequence ?? '']]),
        signerOf: () => signer,
        items: items.map(made => ({ ...made, ...item })),
      })
    },
  }
}

async function itemOf(chain: Chain, body: object, index: number, policies: JsonObject | null): Promise<BuildItem> {
  const now = Date.now()
  const parsed = evmTransactionRequest.parse(body)
  const [verdict] = await chain.validate([{ account: devAccount, policies, body: parsed, previous: [], now }])
  if (verdict?.kind !== 'valid') throw new Error(JSON.stringify(verdict))
  return {
    key: String(index),
    revision: {
      number: 1,
      request: verdict.request,
      sequenceAccount: devAccount,
      rebuildable: true,
      // Old enough that a revert is no longer excused by what is on its way.
      createdAt: now - 3_600_000,
    },
    slot: null,
    previous: [],
    sequenceAccount: devAccount,
    demanded: null,
    validUntil: now + 3_600_000,
  }
}

/** The value of a reading, or a failed test. */
export function valueOf<T>(reading: Reading<T>): T {
  if (!reading.ok) throw new Error(reading.reason)
  return reading.value
}

/** A built result as core would store it. */
export function storedOf(result: BuildResult | undefined, overrides: Partial<AttemptRecord> = {}): AttemptRecord {
  if (result?.kind !== 'built') throw new Error(`not built: ${JSON.stringify(result)}`)
  return {
    ...result.attempt,
    lane: `evm:31337:${devAccount}`,
    transactionId: null,
    revision: 1,
    number: 1,
    createdAt: Date.now(),
    broadcast: 'stored',
    broadcastCount: 0,
    broadcastAt: null,
    acknowledgedAt: null,
    broadcastReason: null,
    endpoint: null,
    landing: null,
    ...overrides,
  }
}

/** A distinct receiver per index. */
export function receiver(index: number): string {
  return `0x${(0x1000 + index).toString(16).padStart(40, '0')}`
}
