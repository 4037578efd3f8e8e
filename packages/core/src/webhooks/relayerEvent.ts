import { stringifyJson } from '@relayer/schemas'
import type { Context } from '../context/context.ts'
import type { NewEvent } from '../records/event.ts'
import type { RelayerRecord } from '../records/resources.ts'
import { disabledSentence } from './describeDisabledReason.ts'
import { describeRelayer } from './describeRelayer.ts'

/**
 * The event that tells that the service took a relayer out of service, or put it back after so many retries that failed. Its
 * payload is fixed here: every delivery repeats it.
 */
export function relayerEvent(
  ctx: Pick<Context, 'random' | 'clock'>,
  relayer: RelayerRecord,
  retryCount: number,
): NewEvent {
  const { disabledReason } = relayer
  const told =
    disabledReason === null
      ? { payload_type: 'relayer_enabled', relayer: describeRelayer(relayer), retry_count: retryCount }
      : {
          payload_type: 'relayer_disabled',
          relayer: describeRelayer(relayer),
          disable_reason: disabledSentence(disabledReason),
        }
  return {
    id: ctx.random.uuid(),
    kind: 'relayer_state_update',
    relayerId: relayer.id,
    transactionId: null,
    notificationId: relayer.notificationId,
    payload: stringifyJson(told),
    createdAt: ctx.clock.now(),
  }
}
