import { API_KEY_DELETED } from '@relayer/schemas/errors'
import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'

/** DELETE /api-keys/{api_key_id}: revokes it, everywhere within 5 s. */
export const deleteApiKey: Operation = async ({ engine }, request) => {
  unwrap(await engine.deleteApiKey(request.grant, parameter(request, 'apiKeyId')))
  return ok(API_KEY_DELETED)
}
