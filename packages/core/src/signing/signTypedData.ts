import type { Context } from '../context/context.ts'
import type { Result } from '../errors/result.ts'
import type { WireRecord } from '../ports/chain.ts'
import { signOne } from './signOne.ts'

/** The two hashes of EIP-712, each 32 bytes in hex with or without `0x`. */
export interface SignTypedDataInput {
  readonly relayerId: string
  readonly domainSeparator: string
  readonly hashStruct: string
}

/** Signs typed data by its hashes (EIP-712): the caller hashes. See {@link signOne} for the errors. */
export function signTypedData(ctx: Context, input: SignTypedDataInput): Promise<Result<WireRecord>> {
  const { relayerId, domainSeparator, hashStruct } = input
  return signOne(ctx, relayerId, { kind: 'typed-data', domainSeparator, hashStruct })
}
