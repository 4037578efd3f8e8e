import type { SignTransactionRequest } from '@relayer/schemas'
import type { Context } from '../context/context.ts'
import type { Result } from '../errors/result.ts'
import type { WireRecord } from '../ports/chain.ts'
import { signOne } from './signOne.ts'

export interface SignTransactionInput {
  readonly relayerId: string
  /** The parsed body: output of `signTransactionRequest`. */
  readonly request: SignTransactionRequest
}

/**
 * Signs a transaction that the client made and sends itself, where the family allows it; see {@link signOne} for the
 * errors. EVM relayers refuse it: its nonce would have to be reserved in the lane.
 */
export function signTransaction(ctx: Context, input: SignTransactionInput): Promise<Result<WireRecord>> {
  return signOne(ctx, input.relayerId, { kind: 'transaction', request: input.request })
}
