import { signerNotFound, signerUnusable, signingFailed } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { Signable, WireRecord } from '../ports/chain.ts'
import { checkActive, findRelayer } from '../transactions/findRelayer.ts'

/**
 * Has the key of a relayer sign one thing, in the wire form of its family. In this order: relayer (`NOT_FOUND`), paused or
 * disabled (`RELAYER_PAUSED`, `RELAYER_DISABLED`), signer (`NOT_FOUND`, `SIGNER_FAILED`), what the family signs at all
 * (`UNSUPPORTED`), the thing itself (`INVALID_REQUEST`), the key service (`SIGNER_FAILED`). Nothing is stored or sent.
 */
export async function signOne(ctx: Context, relayerId: string, item: Signable): Promise<Result<WireRecord>> {
  const found = await findRelayer(ctx, relayerId)
  if (!found.ok) return found
  const { relayer, chain } = found.value
  const active = checkActive(relayer)
  if (!active.ok) return active
  const record = await ctx.directory.signer(relayer.signerId)
  if (record === null) return fail('NOT_FOUND', signerNotFound(relayer.signerId))
  const opened = ctx.opened.signer(record)
  if (!opened.ok) return fail('SIGNER_FAILED', signerUnusable(opened.reason))
  const { address: account, policies } = relayer
  const [signed] = await chain.sign({ account, policies, signer: opened.value, items: [item] })
  switch (signed?.kind) {
    case 'signed':
      return succeed(signed.record)
    case 'unsupported':
      return fail('UNSUPPORTED', signed.reason)
    case 'invalid':
      return fail('INVALID_REQUEST', signed.reason)
    default:
      return fail('SIGNER_FAILED', signingFailed(signed?.reason ?? 'there is no signature'))
  }
}
