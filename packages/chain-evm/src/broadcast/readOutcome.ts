import type { BroadcastOutcome } from '@relayer/core'
import type { RpcAnswer } from '../rpc/jsonRpc.ts'
import { lacksMethod } from '../rpc/lacksMethod.ts'
import { matchNodeMessage, minimumIn } from './nodeMessages.ts'

/** How long a node is left alone that says it has no room, ms. */
const busyRetryMs = 1_000

/** What an answer to `eth_sendRawTransaction` means for the attempt of this id. Pure. */
export function readOutcome(answer: RpcAnswer, id: string, endpoint: string | null): BroadcastOutcome {
  switch (answer.kind) {
    case 'limited':
      return { kind: 'busy', retryAfterMs: answer.retryAfterMs, reason: answer.reason, endpoint }
    case 'lost':
      return { kind: 'unknown', reason: answer.reason, endpoint }
    case 'result':
      return typeof answer.value === 'string' && answer.value.toLowerCase() === id.toLowerCase()
        ? { kind: 'accepted', reason: null, endpoint }
        : { kind: 'unknown', reason: 'the node answered with another transaction hash', endpoint }
    case 'error':
      return readError(answer, endpoint)
  }
}

function readError(answer: Extract<RpcAnswer, { kind: 'error' }>, endpoint: string | null): BroadcastOutcome {
  const rule = matchNodeMessage(answer.message)
  if (rule === null) {
    const reason = lacksMethod(answer)
      ? 'the node does not take transactions'
      : 'the node gave an answer that is not understood'
    return { kind: 'unknown', reason, endpoint }
  }
  const { outcome, reason } = rule
  if (outcome === 'busy') return { kind: 'busy', retryAfterMs: busyRetryMs, reason, endpoint }
  const minimum = minimumIn(answer.message)
  if (outcome === 'feeTooLow') return { kind: 'feeTooLow', minimum, reason, endpoint }
  // A node that names the price of the place asks for a fee, whoever holds it: met at once, not 10 % at a time.
  if (outcome === 'occupied' && minimum !== null) return { kind: 'feeTooLow', minimum, reason, endpoint }
  return { kind: outcome, reason, endpoint }
}
