import type { AttemptRecord, BroadcastOutcome } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import type { RpcCall } from '../rpc/jsonRpc.ts'
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

async function sendAll({ pool }: EvmContext, attempts: readonly AttemptRecord[]): Promise<readonly BroadcastOutcome[]> {
  const calls = attempts.map(({ raw }): RpcCall => ({ method: 'eth_sendRawTransaction', params: [raw] }))
  const answers = await pool.send(calls)
  return answers.map(({ endpoint, answer }, index) => readOutcome(answer, attempts[index]?.id ?? '', endpoint || null))
}
