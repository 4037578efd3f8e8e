import type { Context } from '../context/context.ts'
import { succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { AccountState, Chain } from '../ports/chain.ts'
import type { LaneState } from '../ports/store.ts'
import type { AttemptRecord } from '../records/attempt.ts'
import type { RelayerRecord } from '../records/resources.ts'
import { sequenceText } from '../records/sequence.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { findRelayer } from '../transactions/findRelayer.ts'
import { findGaps } from './findGaps.ts'
import { executorOf, slotId } from './laneView.ts'
import { WAITING_FOR_DOCTOR } from './planLane.ts'

/** One thing that keeps a lane from moving, in words. */
export interface Finding {
  readonly code:
    | 'paused'
    | 'disabled'
    | 'endpoint'
    | 'gap'
    | 'suspended'
    | 'funds'
    | 'gas_price'
    | 'refused'
    | 'unacknowledged'
    | 'signer'
  readonly text: string
  /** What applying the doctor does about it; null: only time or a person can. */
  readonly repair: string | null
}

/** Why a lane does or does not move. Sequences are decimal text. */
export interface Diagnosis {
  readonly address: string
  /** What the chain would execute next; null when no endpoint answers or the chain has no sequence. */
  readonly chainSequence: string | null
  /** What would be handed out next according to the rows. */
  readonly nextSequence: string | null
  readonly openSlots: number
  readonly waiting: number
  readonly findings: readonly Finding[]
}

/** Most waiting rows looked at. */
const DUE_LIMIT = 500

/** Reads rows and chain and explains. Has no effect. */
export async function diagnoseLane(ctx: Context, relayerId: string): Promise<Result<Diagnosis>> {
  const found = await findRelayer(ctx, relayerId)
  if (!found.ok) return found
  const { relayer, chain } = found.value
  const [state, unbound] = await Promise.all([
    ctx.store.lanes.load(relayer.lane),
    // Rows that wait for a later time count too.
    ctx.store.lanes.due(relayerId, Number.MAX_SAFE_INTEGER, DUE_LIMIT, 'unbound'),
  ])
  const head = await chain.head()
  const accounts = head.ok ? await chain.accounts(head.value, [relayer.address], { balance: true }) : head
  const account = accounts.ok ? (accounts.value[0] ?? null) : null
  const highest = state.highest.get(relayer.address) ?? null
  const next = account && chain.nextSequence(account, highest)
  return succeed({
    address: relayer.address,
    chainSequence: account?.sequence ? sequenceText(account.sequence) : null,
    nextSequence: next && sequenceText(next),
    openSlots: state.slots.filter(slot => slot.state === 'open').length,
    waiting: unbound.length,
    findings: planFindings({
      relayer,
      chain,
      state,
      unbound,
      account,
      unavailable: accounts.ok ? null : accounts.reason,
    }),
  })
}

interface Facts {
  readonly relayer: RelayerRecord
  readonly chain: Pick<Chain, 'nextSequence'>
  readonly state: LaneState
  readonly unbound: readonly TransactionRecord[]
  readonly account: AccountState | null
  readonly unavailable: string | null
}

/** What is wrong, the most likely cause first. Pure. */
export function planFindings({ relayer, chain, state, unbound, account, unavailable }: Facts): readonly Finding[] {
  const findings: Finding[] = []
  const say = (code: Finding['code'], text: string, repair: string | null = null): void => {
    findings.push({ code, text, repair })
  }
  if (relayer.paused) say('paused', 'The relayer is paused: it accepts nothing new; what it has accepted goes on.')
  if (relayer.systemDisabled)
    say('disabled', 'The service has disabled the relayer: it accepts nothing new until its health checks pass.')
  if (unavailable !== null)
    say('endpoint', `No endpoint answers: ${unavailable}. Everything waits and nothing is lost.`)

  const attempts = Map.groupBy(state.attempts, slotId)
  const open = state.slots.filter(slot => slot.state === 'open')
  const views = open.map(slot => ({
    slot,
    attempts: attempts.get(slotId(slot)) ?? [],
    transaction: null,
    consumedSince: null,
    notBefore: 0,
    demanded: null,
    vanished: 0,
  }))
  const gaps = account === null ? [] : findGaps(chain, views, new Map([[account.account, account]]))
  if (gaps.length > 0) {
    const names = gaps.map(({ sequence }) => sequenceText(sequence)).join(', ')
    say(
      'gap',
      `The chain waits for ${names}, which no stored transaction holds; everything behind stands still.`,
      'fill the gap with no-ops',
    )
  }
  const suspended = unbound.filter(({ statusReason }) => statusReason === WAITING_FOR_DOCTOR)
  if (suspended.length > 0) {
    const text = `The chain was ahead of the stored rows when the lane started (a restored backup, or the key is used elsewhere). ${suspended.length} older transaction(s) may have been executed already and wait.`
    say('suspended', text, 'submit them; check first that they were not executed')
  }
  const pending = views.filter(view => executorOf(view.attempts) === null)
  const reserved = pending.reduce((sum, view) => sum + dearest(view.attempts), 0n)
  if (account?.balance != null && (account.balance < reserved || unbound.some(waitsFor('waiting for funds')))) {
    say(
      'funds',
      `The balance is ${account.balance}; what is in flight may cost ${reserved}. Transactions wait until the account is funded.`,
    )
  }
  if (unbound.some(waitsFor('waiting for gas price'))) {
    say(
      'gas_price',
      'The price is above what the policies or the request allow. Transactions wait until it falls or they expire.',
    )
  }
  if (unbound.some(waitsFor('waiting for the signer')))
    say('signer', 'The signer does not sign. Transactions wait for it.')
  for (const view of pending) {
    const last = view.attempts.at(-1)
    const name = sequenceText(view.slot.sequence)
    if (last?.broadcast === 'refused')
      say('refused', `A node refuses ${name}: ${last.broadcastReason ?? 'no reason'}. A no-op is to take its place.`)
    else if (last?.broadcast === 'stored' && last.broadcastCount > 2) {
      say(
        'unacknowledged',
        `${name} was sent ${last.broadcastCount} times and no node has acknowledged it: ${last.broadcastReason ?? 'no answer'}.`,
      )
    }
  }
  return findings
}

function waitsFor(reason: string): (transaction: TransactionRecord) => boolean {
  return ({ statusReason }) => statusReason?.startsWith(reason) ?? false
}

function dearest(attempts: readonly AttemptRecord[]): bigint {
  return attempts.reduce((most, { maxCost }) => (maxCost > most ? maxCost : most), 0n)
}
