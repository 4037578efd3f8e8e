import type { Context } from '../context/context.ts'
import type { Result } from '../errors/result.ts'
import type { WireRecord } from '../ports/chain.ts'
import { type AcceptedTransaction, asReplayed } from './createTransaction.ts'
import { findReplay, type IdempotencyKey } from './findReplay.ts'

/**
 * The first answer to an idempotency key, else what `run` comes to. A call that was refused because the first one with its
 * key was just ahead of it (already canceled, already replaced) gets the first one's answer.
 */
export async function replayOr(
  ctx: Context,
  idempotency: IdempotencyKey | null,
  run: () => Promise<Result<AcceptedTransaction>>,
): Promise<Result<AcceptedTransaction>> {
  const earlier = await findReplay<WireRecord>(ctx, idempotency)
  if (earlier !== null) return asReplayed(earlier)
  const result = await run()
  const meanwhile = result.ok ? null : await findReplay<WireRecord>(ctx, idempotency)
  return meanwhile === null ? result : asReplayed(meanwhile)
}
