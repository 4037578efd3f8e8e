import type { AttemptRecord, BroadcastOutcome } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import type { RpcAnswer, RpcCall } from '../rpc/jsonRpc.ts'
import type { Pool } from '../rpc/pool.ts'
import { type RankOf, ranks, type SentAnswer } from '../rpc/sendHedged.ts'
import { readOutcome } from './readOutcome.ts'

/**
 * Sends stored bytes in order, in as few requests as the endpoint takes. Where delivery is ordered (a sequencer without a
 * mempool) they go one by one, and behind one that was not acknowledged nothing of its account is sent at all.
 */
export async function broadcastAttempts(
  context: EvmContext,
  attempts: readonly AttemptRecord[],
): Promise<readonly BroadcastOutcome[]> {
  if (!context.orderedDelivery) return sendAll(context, attempts)
  const outcomes: BroadcastOutcome[] = []
  const stopped = new Set<string>()
  for (const attempt of attempts) {
    if (stopped.has(attempt.account)) {
      outcomes.push({ kind: 'gap', reason: 'an earlier nonce was not acknowledged', endpoint: null })
      continue
    }
    const [outcome] = await sendAll(context, [attempt])
    if (outcome === undefined) continue
    outcomes.push(outcome)
    // A nonce that is used up does not hold back the next one.
    const passed = ['accepted', 'alreadyKnown', 'sequenceTooLow'].includes(outcome.kind)
    if (!passed) stopped.add(attempt.account)
  }
  return outcomes
}

/** What must not be seen before it is mined goes to private endpoints and to no other. */
async function sendAll(context: EvmContext, attempts: readonly AttemptRecord[]): Promise<readonly BroadcastOutcome[]> {
  const isPrivate = (attempt: AttemptRecord) => attempt.details['private'] === true
  const sent = await Promise.all([
    sendThrough(
      context.pool,
      attempts.filter(attempt => !isPrivate(attempt)),
    ),
    sendThrough(context.privatePool, attempts.filter(isPrivate)),
  ])
  const outcomeOf = new Map(sent.flat())
  return attempts.map(attempt => outcomeOf.get(attempt) as BroadcastOutcome)
}

async function sendThrough(
  pool: Pool | null,
  attempts: readonly AttemptRecord[],
): Promise<readonly (readonly [AttemptRecord, BroadcastOutcome])[]> {
  if (attempts.length === 0) return []
  if (pool === null) {
    const outcome: BroadcastOutcome = { kind: 'unknown', reason: 'no private endpoint is configured', endpoint: null }
    return attempts.map(attempt => [attempt, outcome])
  }
  const calls = attempts.map(({ raw }): RpcCall => ({ method: 'eth_sendRawTransaction', params: [raw] }))
  const idOf = (index: number) => attempts[index]?.id ?? ''
  const answers = await pool.send(calls, (answer, index) => rankOf(answer, readOutcome(answer, idOf(index), null)))
  return attempts.map((attempt, index) => {
    const { endpoint, answer } = answers[index] as SentAnswer
    return [attempt, readOutcome(answer, attempt.id, endpoint || null)]
  })
}

function rankOf(answer: RpcAnswer, { kind }: BroadcastOutcome): ReturnType<RankOf> {
  if (answer.kind === 'lost') return ranks.lost
  // Another node may have room.
  if (kind === 'busy') return ranks.untaken
  if (kind === 'accepted' || kind === 'alreadyKnown') return ranks.acknowledged
  return kind === 'unknown' ? ranks.unclear : ranks.definite
}
