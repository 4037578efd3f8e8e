/**
 * A fake chain: a node held in memory and the adapter that talks to it. It is strict about what it is sent (unsigned bytes,
 * a sequence it never promised and the like throw) and scriptable (drop, refuse, delay, reorg, strangers). Three kinds
 * behave like the three families in what matters to a lane:
 *
 * - `evm`: a sequence of the lane's account; a better-paying attempt replaces one in the pool; no bound.
 * - `stellar`: the sequence belongs to the source account (which may be a channel account), one pending per account, a time
 *   bound; a fee-bump has no sequence of ours and an inner hash.
 * - `solana`: no sequence at all; an attempt dies when its blockhash expires.
 */
import type { NetworkType } from '@relayer/schemas'
import {
  checkTypedData,
  NOT_SUPPORTED_FOR_SOLANA,
  RPC_NETWORK_ERROR,
  RPC_RELAYER_TRANSACTION,
  rpcNodeError,
  SIGN_DATA_STELLAR,
  SIGN_TRANSACTION_EVM,
  SIGN_TYPED_DATA_STELLAR,
  WRONG_SIGN_REQUEST_SOLANA,
  WRONG_SIGN_REQUEST_STELLAR,
} from '@relayer/schemas/errors'
import type {
  AccountState,
  BroadcastOutcome,
  BuildItem,
  BuildResult,
  Chain,
  ChainTraits,
  Fate,
  ForwardedAnswer,
  Head,
  Quote,
  Signable,
  Signed,
  HealthProblem,
} from '../ports/chain.ts'
import type { Signer } from '../ports/signer.ts'
import type { AttemptRecord, Bound, Landing } from '../records/attempt.ts'
import type { JsonObject } from '../records/json.ts'
import { type Sequence, sequenceFromBigint, sequenceToBigint } from '../records/sequence.ts'

/** What the fake signs; the raw bytes of an attempt are its JSON. */
export interface FakeBytes {
  readonly id: string
  readonly account: string
  readonly sequence: Sequence
  /** What it executes, for counting executions; null: a no-op. */
  readonly payload: string | null
  readonly reverts: boolean
  readonly fee: number
  readonly bound: Bound
  /** The id under which the chain reports it once it landed: a fee-bump's inner hash. */
  readonly landsAs: string
}

interface Block {
  readonly height: number
  readonly hash: string
  readonly timestampMs: number
  readonly included: readonly FakeBytes[]
}

/** The node behind a fake chain, and the strings to pull. */
export interface FakeNode {
  readonly blocks: readonly Block[]
  readonly pool: ReadonlyMap<string, FakeBytes>
  /** Every broadcast of every attempt, in order. */
  readonly sent: readonly string[]
  /** Adds a block with everything in the pool that is next in sequence, at most `limit`. */
  mine(limit?: number): void
  /** Removes the newest `depth` blocks and grows a longer, empty chain in their place; the pool does not take them back. */
  reorg(depth: number): void
  /** Forgets an attempt that waits in the pool. */
  drop(id: string): void
  /** Uses up the account's next sequence by a transaction that nobody here knows; `payload` makes it do what one of ours does. */
  stranger(account: string, payload?: string): void
  /** Payloads executed successfully on the canonical chain, in order. */
  executed(): readonly string[]
  /** Decides a broadcast before the node sees it; null: let it through. `deliver`: the node takes it all the same. */
  onBroadcast: (bytes: FakeBytes) => (BroadcastOutcome & { readonly deliver?: boolean }) | null
  /** How often the head was asked for. */
  headReads: number
  /** While true every read fails and every broadcast is `unknown`. */
  down: boolean
  /** What an attempt costs at most, smallest unit. */
  cost: bigint
  balance: bigint
  /** Takes one transaction of an account at a time, and says so of its accounts. */
  delegated: boolean
  /** Attempts below this fee are refused with `feeTooLow`. */
  leastFee: number
  now: () => number
}

/** How many blocks a fake Solana blockhash lives. */
export const FAKE_BLOCKHASH_BLOCKS = 10

const FAMILY: Record<NetworkType, Partial<ChainTraits>> = {
  evm: { sequencing: 'account', replaceable: true },
  stellar: { sequencing: 'account', replaceable: false, maxInFlight: 1 },
  solana: { sequencing: 'none', replaceable: false },
}

/** Makes a fake chain of a family's kind and the node it talks to. */
export function createFakeChain(
  family: NetworkType,
  options: { readonly now: () => number; readonly traits?: Partial<ChainTraits> },
): { readonly chain: Chain; readonly node: FakeNode } {
  const node = createNode(options.now)
  const traits: ChainTraits = {
    sequencing: 'account',
    replaceable: true,
    orderedDelivery: false,
    maxUnacknowledged: 64,
    maxInFlight: 2_000,
    blockTimeMs: 1_000,
    confirmations: 2,
    finalityBlocks: 16,
    ...FAMILY[family],
    ...options.traits,
  }
  return { chain: createAdapter(family, traits, node), node }
}

function createNode(
  now: () => number,
): FakeNode & { blocks: Block[]; pool: Map<string, FakeBytes>; sent: string[]; strangers: FakeBytes[] } {
  let forks = 0
  const block = (height: number, included: readonly FakeBytes[]): Block => ({
    height,
    hash: `block-${height}-${forks}`,
    timestampMs: now(),
    included,
  })
  const blocks: Block[] = [block(0, [])]
  const pool = new Map<string, FakeBytes>()
  const node = {
    blocks,
    pool,
    sent: [] as string[],
    strangers: [] as FakeBytes[],
    onBroadcast: () => null,
    headReads: 0,
    down: false,
    cost: 1n,
    balance: 10n ** 18n,
    delegated: false,
    leastFee: 0,
    now,
    mine(limit = Number.POSITIVE_INFINITY) {
      const height = blocks.length
      const included: FakeBytes[] = node.strangers.splice(0)
      for (const bytes of [...pool.values()].toSorted((a, b) => (a.sequence < b.sequence ? -1 : 1))) {
        if (included.length >= limit || !isNext(bytes, included) || isDead(bytes, height, now())) continue
        included.push(bytes)
        pool.delete(bytes.id)
      }
      blocks.push(block(height, included))
    },
    reorg(depth: number) {
      forks++
      const height = blocks.length - depth
      blocks.length = height
      for (let added = 0; added <= depth; added++) blocks.push(block(height + added, []))
    },
    drop: (id: string) => void pool.delete(id),
    stranger(account: string, payload?: string) {
      const sequence = sequenceFromBigint(countOf(blocks, account))
      const id = `stranger-${account}-${sequence}`
      node.strangers.push({
        id,
        landsAs: id,
        account,
        sequence,
        payload: payload ?? null,
        reverts: false,
        fee: 0,
        bound: null,
      })
    },
    executed: () =>
      blocks
        .flatMap(({ included }) => included)
        .flatMap(({ payload, reverts }) => (payload === null || reverts ? [] : [payload])),
  }
  const isNext = (bytes: FakeBytes, included: readonly FakeBytes[]): boolean => {
    if (bytes.account === '') return true
    const ahead = included.filter(({ account }) => account === bytes.account).length
    return sequenceToBigint(bytes.sequence) === countOf(blocks, bytes.account) + BigInt(ahead)
  }
  return node
}

function countOf(blocks: readonly Block[], account: string): bigint {
  return BigInt(blocks.flatMap(({ included }) => included).filter(bytes => bytes.account === account).length)
}

function isDead({ bound }: FakeBytes, height: number, nowMs: number): boolean {
  if (bound === null) return false
  return bound.kind === 'height' ? height > bound.value : nowMs > bound.value
}

function find(blocks: readonly Block[], attempt: AttemptRecord): { block: Block; bytes: FakeBytes } | null {
  for (const block of blocks) {
    const bytes = block.included.find(({ landsAs }) => landsAs === attempt.id || attempt.otherIds.includes(landsAs))
    if (bytes) return { block, bytes }
  }
  return null
}

function createAdapter(family: NetworkType, traits: ChainTraits, node: ReturnType<typeof createNode>): Chain {
  const down = { ok: false, reason: 'endpoint fake does not answer', retryAfterMs: null } as const
  const upTo = (head: Head): readonly Block[] => node.blocks.slice(0, head.height + 1)

  const landing = (head: Head, block: Block, bytes: FakeBytes): Landing => {
    const depth = head.height - block.height
    const finality =
      depth >= traits.finalityBlocks ? 'finalized' : depth >= traits.confirmations ? 'confirmed' : 'included'
    return {
      success: !bytes.reverts,
      finality,
      blockHeight: block.height,
      blockHash: block.hash,
      reason: bytes.reverts ? 'reverted' : null,
      details: {},
    }
  }

  const fateOf = (head: Head, attempt: AttemptRecord): Fate => {
    const found = find(upTo(head), attempt)
    if (found) return { kind: 'landed', landing: landing(head, found.block, found.bytes) }
    const bytes = JSON.parse(attempt.raw) as FakeBytes
    if (isDead(bytes, head.height, head.timestampMs)) return { kind: 'dead', proof: 'its bound has passed' }
    return node.pool.has(attempt.id) ? { kind: 'pending' } : { kind: 'unknown' }
  }

  const take = (bytes: FakeBytes): BroadcastOutcome => {
    const answer = (kind: 'accepted' | 'alreadyKnown' | 'sequenceTooLow' | 'occupied'): BroadcastOutcome => ({
      kind,
      reason: kind,
      endpoint: 'fake',
    })
    if (node.pool.has(bytes.id)) return answer('alreadyKnown')
    if (bytes.account !== '' && sequenceToBigint(bytes.sequence) < countOf(node.blocks, bytes.account))
      return answer('sequenceTooLow')
    if (bytes.fee < node.leastFee)
      return { kind: 'feeTooLow', minimum: BigInt(node.leastFee), reason: 'fee too low', endpoint: 'fake' }
    const rival = [...node.pool.values()].find(
      other => other.account !== '' && other.account === bytes.account && other.sequence === bytes.sequence,
    )
    if (rival && bytes.fee < rival.fee * 1.1) return answer('occupied')
    if (
      (family === 'stellar' || (node.delegated && !rival)) &&
      [...node.pool.values()].some(other => other.account !== '' && other.account === bytes.account)
    ) {
      return { kind: 'busy', retryAfterMs: 1_000, reason: 'one pending per account', endpoint: 'fake' }
    }
    if (rival) node.pool.delete(rival.id)
    node.pool.set(bytes.id, bytes)
    return answer('accepted')
  }

  return {
    family,
    identity: `fake-${family}`,
    curve: family === 'evm' ? 'secp256k1' : 'ed25519',
    traits,
    addressOf: publicKey => `account-${publicKey.slice(0, 4).join('-')}`,
    checkPolicies: policies => (policies?.['impossible'] === true ? 'impossible: not on this network' : null),
    minimumBalance: policies => BigInt(String(policies?.['min_balance'] ?? 0)),
    async health(inputs) {
      return inputs.map(({ policies }): readonly HealthProblem[] => {
        if (node.down) {
          const { reason } = down
          return [
            { kind: 'sequence', reason },
            { kind: 'endpoint', reason },
          ]
        }
        const least = BigInt(String(policies?.['min_balance'] ?? 0))
        return node.balance < least ? [{ kind: 'balance', reason: `below ${least}` }] : []
      })
    },
    async validate(inputs) {
      return inputs.map(({ body, account }) => {
        const request = body as JsonObject & { payload?: unknown }
        if (typeof request.payload !== 'string')
          return { kind: 'invalid', reason: 'missing field `payload`', field: 'payload' }
        const source =
          request['feeBump'] === true || traits.sequencing === 'none'
            ? null
            : ((request['source'] as string | undefined) ?? account)
        return {
          kind: 'valid',
          request,
          sequenceAccount: source === null ? { kind: 'none' } : { kind: 'account', account: source },
          rebuildable: request['feeBump'] !== true,
          admission: request['wait'] === true ? 'awaitFirstBroadcast' : 'async',
          validUntil: (request['validUntil'] as number | undefined) ?? null,
        }
      })
    },
    async head() {
      const block = node.blocks.at(-1) as Block
      node.headReads++
      return node.down
        ? down
        : {
            ok: true,
            value: { height: block.height, hash: block.hash, timestampMs: block.timestampMs, endpoint: 'fake' },
          }
    },
    async accounts(head, accounts, want) {
      if (node.down) return down
      const blocks = upTo(head)
      const stateOf = (account: string): AccountState => ({
        account,
        sequence: traits.sequencing === 'none' ? null : sequenceFromBigint(countOf(blocks, account)),
        balance: want.balance ? node.balance : null,
        maxInFlight: want.balance && node.delegated ? 1 : null,
      })
      return { ok: true, value: accounts.map(stateOf) }
    },
    nextSequence(state, after) {
      if (state.sequence === null) return null
      const next = after === null ? 0n : sequenceToBigint(after) + 1n
      return next > sequenceToBigint(state.sequence) ? sequenceFromBigint(next) : state.sequence
    },
    isConsumed: (sequence, state) => state.sequence !== null && sequence < state.sequence,
    async fate(head, attempts) {
      return node.down ? down : { ok: true, value: attempts.map(attempt => fateOf(head, attempt)) }
    },
    async identify(head, slot, requests) {
      if (node.down) return down
      const block = upTo(head).find(({ included }) =>
        included.some(bytes => bytes.account === slot.account && bytes.sequence === slot.sequence),
      )
      const bytes = block?.included.find(other => other.account === slot.account && other.sequence === slot.sequence)
      if (bytes === undefined) return { ok: true, value: { kind: 'notFound' } }
      const revision = requests.findIndex(request => bytes.payload !== null && request['payload'] === bytes.payload)
      if (revision < 0) return { ok: true, value: { kind: 'stranger', id: bytes.id } }
      const attempt = {
        account: bytes.account,
        sequence: bytes.sequence,
        id: bytes.id,
        otherIds: [],
        raw: JSON.stringify(bytes),
        details: { fee: bytes.fee, sequence: bytes.sequence },
        bound: bytes.bound,
        maxCost: node.cost,
      }
      return { ok: true, value: { kind: 'ours', revision, attempt } }
    },
    subscribeHeads: () => null,
    async build({ head, account, nextSequences, signerOf, items }) {
      const next = new Map(nextSequences)
      const signer = signerOf(account)
      const results: BuildResult[] = []
      for (const item of items) results.push(await buildOne(item, head, account, next, signer))
      return results
    },
    async quote({ items }) {
      return items.map(({ revision }): Quote => {
        const request = revision?.request ?? {}
        if (node.down) return { kind: 'notYet', reason: 'waiting for an endpoint', detail: null }
        if (request['reject'] === true) return { kind: 'rejected', reason: 'execution reverted: no' }
        if (request['notYet'] === true) return { kind: 'notYet', reason: 'waiting for gas price', detail: null }
        const failure = request['reverts'] === true ? 'reverted' : null
        return { kind: 'quoted', details: { fee: 10 }, maxCost: node.cost, failure }
      })
    },
    async broadcast(attempts) {
      return attempts.map((attempt): BroadcastOutcome => {
        const bytes = JSON.parse(attempt.raw) as FakeBytes
        if (bytes.id !== attempt.id) throw new Error(`attempt ${attempt.id} carries the bytes of ${bytes.id}`)
        node.sent.push(attempt.id)
        if (node.down) return { kind: 'unknown', reason: 'endpoint fake does not answer', endpoint: 'fake' }
        const scripted = node.onBroadcast(bytes)
        if (scripted === null) return take(bytes)
        if (scripted.deliver) take(bytes)
        return scripted
      })
    },
    sign: ({ signer, items }) => Promise.all(items.map(item => signFake(family, signer, item))),
    async forward({ calls, relayerAccounts }) {
      const accounts = await relayerAccounts()
      return calls.map(({ method, params }): ForwardedAnswer => {
        const [account] = Array.isArray(params) ? params : []
        if (method === 'send' && accounts.has(String(account))) return { ok: false, error: RPC_RELAYER_TRANSACTION }
        if (node.down) return { ok: false, error: RPC_NETWORK_ERROR }
        return method === 'echo' ? { ok: true, result: params } : { ok: false, error: rpcNodeError(-32601) }
      })
    },
    describe: ({ transaction, revision, shown }) => ({
      id: transaction.id,
      status: transaction.status,
      status_reason: transaction.statusReason,
      payload: revision.request['payload'],
      revision: revision.number,
      executed_revision: transaction.executedRevision,
      hash: shown?.id ?? null,
    }),
  }

  async function buildOne(
    item: BuildItem,
    head: Head,
    account: string,
    next: Map<string, Sequence>,
    signer: Signer | null,
  ): Promise<BuildResult> {
    const request = item.revision?.request ?? {}
    if (request['reject'] === true) return { kind: 'rejected', reason: 'execution reverted: no' }
    if (request['notYet'] === true)
      return { kind: 'notYet', reason: 'waiting for gas price', detail: null, retryAfterMs: 5_000 }
    const found = item.slot ?? slotFor(item, next)
    const key = found && { account: found.account, sequence: found.sequence }
    if (key === null) return { kind: 'notYet', reason: 'waiting for the account', detail: null, retryAfterMs: 1_000 }
    const fee = item.previous.reduce(
      (least, attempt) => Math.max(least, Number(attempt.details['fee']) * 1.1),
      Math.max(10, Number(item.demanded ?? 0)),
    )
    const bound: Bound =
      family === 'solana'
        ? { kind: 'height', value: head.height + FAKE_BLOCKHASH_BLOCKS }
        : family === 'stellar'
          ? { kind: 'time', value: head.timestampMs + 30_000 }
          : null
    const unsigned = {
      account: key.account,
      sequence: key.sequence,
      payload: item.revision === null ? null : String(request['payload']),
      reverts: request['reverts'] === true,
      fee,
      bound,
    }
    const preimage = Uint8Array.from(JSON.stringify(unsigned), letter => letter.charCodeAt(0) & 0xff)
    const [signed] =
      (await signer?.sign(family === 'evm' ? 'secp256k1' : 'ed25519', [
        { purpose: 'transaction', payload: preimage, preimage },
      ])) ?? []
    if (!signed?.ok)
      return { kind: 'notYet', reason: 'waiting for the signer', detail: signed?.reason ?? null, retryAfterMs: 1_000 }
    if (item.slot === null && key.account !== '')
      next.set(key.account, sequenceFromBigint(sequenceToBigint(key.sequence) + 1n))
    const id = `${account}/${key.account}/${key.sequence}/${item.previous.length}/${item.revision?.number ?? 'noop'}/${head.height}`
    const otherIds = request['feeBump'] === true ? [`inner-${id}`] : []
    const raw: FakeBytes = { ...unsigned, id, landsAs: otherIds[0] ?? id }
    return {
      kind: 'built',
      attempt: {
        ...key,
        id,
        otherIds,
        raw: JSON.stringify(raw),
        details: { fee, sequence: key.sequence },
        bound,
        maxCost: node.cost,
      },
    }
  }

  function slotFor(
    item: BuildItem,
    next: ReadonlyMap<string, Sequence>,
  ): { account: string; sequence: Sequence } | null {
    if (item.sequenceAccount === null) return { account: '', sequence: item.key }
    const sequence = next.get(item.sequenceAccount)
    return sequence === undefined ? null : { account: item.sequenceAccount, sequence }
  }
}

/** Signs what the family signs, with its texts for what it does not; the record says what was signed. */
async function signFake(family: NetworkType, signer: Signer, item: Signable): Promise<Signed> {
  const refusal = refuseFake(family, item)
  if (refusal !== null) return refusal
  const preimage = Uint8Array.from(JSON.stringify(item), letter => letter.charCodeAt(0) & 0xff)
  const [signed] = await signer.sign(family === 'evm' ? 'secp256k1' : 'ed25519', [
    { purpose: item.kind, payload: preimage, preimage },
  ])
  if (signed?.ok) return { kind: 'signed', record: { signed: JSON.stringify(item) } }
  const { reason = 'no signature', retryable = false, unsupported = false } = signed ?? {}
  return unsupported ? { kind: 'unsupported', reason } : { kind: 'failed', reason, retryable }
}

function refuseFake(family: NetworkType, item: Signable): Exclude<Signed, { kind: 'signed' | 'failed' }> | null {
  if (item.kind === 'transaction') {
    const { unsigned_xdr: xdr, transaction } = item.request as { unsigned_xdr?: string; transaction?: string }
    if (family === 'evm') return { kind: 'unsupported', reason: SIGN_TRANSACTION_EVM }
    if (family === 'stellar') return xdr === undefined ? { kind: 'invalid', reason: WRONG_SIGN_REQUEST_STELLAR } : null
    return transaction === undefined ? { kind: 'invalid', reason: WRONG_SIGN_REQUEST_SOLANA } : null
  }
  if (family === 'solana') return { kind: 'unsupported', reason: NOT_SUPPORTED_FOR_SOLANA }
  const isMessage = item.kind === 'message'
  if (family === 'stellar') {
    return { kind: 'unsupported', reason: isMessage ? SIGN_DATA_STELLAR : SIGN_TYPED_DATA_STELLAR }
  }
  if (isMessage) return null
  const reason = checkTypedData({ domain_separator: item.domainSeparator, hash_struct_message: item.hashStruct })
  return reason === undefined ? null : { kind: 'invalid', reason }
}
