import { stringifyJson } from '@relayer/schemas'
import type { Context } from '../context/context.ts'
import type { Chain } from '../ports/chain.ts'
import type { NewEvent } from '../records/event.ts'
import type { RelayerRecord } from '../records/resources.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { describeTransaction } from './describeTransaction.ts'

/** The event that tells of a transaction's new state. Its payload is fixed here: every delivery repeats it. */
export function transactionEvent(
  ctx: Pick<Context, 'random' | 'clock'>,
  kind: 'transaction_created' | 'transaction_update' | 'transaction_reorged',
  chain: Chain,
  relayer: RelayerRecord,
  transaction: TransactionRecord,
): NewEvent {
  return {
    id: ctx.random.uuid(),
    kind,
    relayerId: relayer.id,
    transactionId: transaction.id,
    notificationId: relayer.notificationId,
    payload: stringifyJson({ payload_type: 'transaction', ...describeTransaction(chain, relayer, transaction) }),
    createdAt: ctx.clock.now(),
  }
}
