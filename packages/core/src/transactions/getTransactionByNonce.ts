import { NONCE_LOOKUP_EVM_ONLY, transactionNonceNotFound } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { WireRecord } from '../ports/chain.ts'
import { sequenceFromBigint } from '../records/sequence.ts'
import { describeTransaction } from './describeTransaction.ts'
import { findRelayer } from './findRelayer.ts'

/** The newest transaction of an EVM relayer that holds or held a nonce (0 – 2^64 − 1), in wire form. */
export async function getTransactionByNonce(
  ctx: Context,
  input: { readonly relayerId: string; readonly nonce: bigint },
): Promise<Result<WireRecord>> {
  const found = await findRelayer(ctx, input.relayerId)
  if (!found.ok) return found
  const { chain, relayer } = found.value
  if (relayer.networkType !== 'evm') return fail('UNSUPPORTED', NONCE_LOOKUP_EVM_ONLY)
  const transaction = await ctx.store.transactions.bySequence(relayer.lane, sequenceFromBigint(input.nonce))
  // A lane outlives its relayer: what a deleted one sent with the same key is not this one's to show.
  if (transaction?.relayerId !== relayer.id) return fail('NOT_FOUND', transactionNonceNotFound(input.nonce))
  return succeed(describeTransaction(chain, relayer, transaction))
}
