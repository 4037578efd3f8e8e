import { stringifyJson } from '@relayer/schemas'
import type { Context } from '../context/context.ts'
import type { Chain, WireRecord } from '../ports/chain.ts'
import type { NewEvent } from '../records/event.ts'
import type { RelayerRecord } from '../records/resources.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { describeTransaction } from './describeTransaction.ts'

/**
 * The event that tells of a transaction's new state. Its payload is fixed here: every delivery repeats it. An event that
 * nobody is sent carries no more than a timeline shows.
 */
export function transactionEvent(
  ctx: Pick<Context, 'random' | 'clock'>,
  kind: 'transaction_created' | 'transaction_update' | 'transaction_reorged',
  chain: Chain,
  relayer: RelayerRecord,
  transaction: TransactionRecord,
): NewEvent {
  const told = relayer.notificationId !== null && kind !== 'transaction_created'
  const record = told ? describeTransaction(chain, relayer, transaction) : outlineOf(transaction)
  return {
    id: ctx.random.uuid(),
    kind,
    relayerId: relayer.id,
    transactionId: transaction.id,
    notificationId: relayer.notificationId,
    payload: stringifyJson({ payload_type: 'transaction', ...record }),
    createdAt: ctx.clock.now(),
  }
}

function outlineOf({ id, status, statusReason, shown }: TransactionRecord): WireRecord {
  return { id, status, status_reason: statusReason, hash: shown?.id ?? null }
}
