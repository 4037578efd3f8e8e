import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { readDryRun } from '../http/readDryRun.ts'
import { readIdempotencyKey } from '../http/readIdempotencyKey.ts'
import { readTransactionBody } from '../http/readTransactionBody.ts'
import { readWait } from '../http/readWait.ts'
import { replayHeader } from '../http/replayHeader.ts'
import { unwrap } from '../http/unwrap.ts'
import { waitForTransaction } from '../http/waitForTransaction.ts'
import { dryRunTransaction } from './dryRunTransaction.ts'
import { findAdmittingRelayer } from './findAdmittingRelayer.ts'

/**
 * POST /relayers/{relayer_id}/transactions[?dry_run=true]. The relayer's network type decides which shape the body must have,
 * so the relayer is looked up first. Once it is accepted nothing fails any more: who can't be waited for is answered at once.
 */
export const sendTransaction: Operation = async (context, request) => {
  if (readDryRun(request)) return dryRunTransaction(context, request)
  const { engine } = context
  const wait = readWait(request)
  const relayer = await findAdmittingRelayer(engine, request)
  const body = readTransactionBody(relayer, request.body)
  const idempotency = readIdempotencyKey(request, body)
  const { receivers } = request.grant
  const { record, replayed } = unwrap(
    await engine.createTransaction({ relayerId: relayer.id, body, idempotency, receivers }),
  )
  request.noteTransaction(record['id'])
  const headers = replayHeader(replayed)
  if (wait === null) return ok(record, headers)
  const transaction = { relayerId: relayer.id, transactionId: String(record['id']) }
  const waited = await waitForTransaction(engine, request, transaction, wait).catch(() => ({ record, headers: {} }))
  return ok(waited.record, { ...headers, ...waited.headers })
}
