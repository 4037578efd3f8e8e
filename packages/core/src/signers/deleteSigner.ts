import { signerHasRelayers, signerNotFound } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { deleteUnused } from '../context/deleteUnused.ts'
import type { Result } from '../errors/result.ts'

/** Deletes a signer and its stored secret; `NOT_FOUND`, or `INVALID_STATE` while relayers use it. */
export async function deleteSigner(ctx: Context, id: string): Promise<Result<null>> {
  return deleteUnused(ctx, {
    store: ctx.store.signers,
    id,
    field: 'signerId',
    missing: signerNotFound(id),
    inUse: names => signerHasRelayers(id, names),
  })
}
