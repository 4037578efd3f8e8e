import type { Context } from '../context/context.ts'
import type { Result } from '../errors/result.ts'
import type { WireRecord } from '../ports/chain.ts'
import { signOne } from './signOne.ts'

export interface SignMessageInput {
  readonly relayerId: string
  /** Text as it stands: `0x…` is text too, not bytes. */
  readonly message: string
}

/** Signs text as a personal message of the relayer's account (EIP-191); see {@link signOne} for the errors. */
export function signMessage(ctx: Context, { relayerId, message }: SignMessageInput): Promise<Result<WireRecord>> {
  return signOne(ctx, relayerId, { kind: 'message', message })
}
