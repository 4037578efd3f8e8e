import type { Context } from '../context/context.ts'
import { succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { WireRecord } from '../ports/chain.ts'
import { describeTransaction } from './describeTransaction.ts'
import { findRelayer } from './findRelayer.ts'
import { findTransaction, type TransactionInput } from './findTransaction.ts'

/** One transaction of a relayer, in wire form. */
export async function getTransaction(ctx: Context, input: TransactionInput): Promise<Result<WireRecord>> {
  const found = await findRelayer(ctx, input.relayerId)
  if (!found.ok) return found
  const transaction = await findTransaction(ctx, input)
  if (!transaction.ok) return transaction
  return succeed(describeTransaction(found.value.chain, found.value.relayer, transaction.value))
}
