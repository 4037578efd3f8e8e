import { SIGNER_DELETED } from '@relayer/schemas/errors'
import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'

/** DELETE /signers/{signer_id}: refused while a relayer uses it. */
export const deleteSigner: Operation = async ({ engine }, request) => {
  unwrap(await engine.deleteSigner(parameter(request, 'signerId')))
  return ok(SIGNER_DELETED)
}
