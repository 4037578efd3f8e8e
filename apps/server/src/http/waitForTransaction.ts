import type { Engine, TransactionInput, WireRecord } from '@relayer/core'
import type { OperationRequest } from './operation.ts'
import type { Wait } from './readWait.ts'
import { unwrap } from './unwrap.ts'

/** The answer is out so long before the request's own deadline, ms. */
const marginMs = 2_000

/** The record to answer with, and the header that says that it was waited for. */
export interface WaitedAnswer {
  readonly record: WireRecord
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Waits as a client prefers: until its transaction has come as far as it wants, at most so long, and never into the
 * request's own deadline. A client that goes away gives its place among the waiters back and changes nothing else.
 */
export async function waitForTransaction(
  engine: Engine,
  { deadline, whenGone, standAside }: OperationRequest,
  transaction: TransactionInput,
  { seconds, status }: Wait,
): Promise<WaitedAnswer> {
  const timeoutMs = Math.max(0, Math.min(seconds * 1_000, deadline - Date.now() - marginMs))
  standAside()
  const waited = unwrap(await engine.waitForTransaction({ ...transaction, status, timeoutMs, whenGone }))
  const applied = { 'Preference-Applied': `wait=${Math.round(timeoutMs / 1_000)}` }
  return { record: waited.record, headers: waited.honoured ? applied : {} }
}
