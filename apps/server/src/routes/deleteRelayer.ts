import { RELAYER_DELETED } from '@relayer/schemas/errors'
import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'

/** DELETE /relayers/{relayer_id}: refused while a transaction of it has not ended. */
export const deleteRelayer: Operation = async ({ engine }, request) => {
  unwrap(await engine.deleteRelayer(parameter(request, 'relayerId')))
  return ok(RELAYER_DELETED)
}
