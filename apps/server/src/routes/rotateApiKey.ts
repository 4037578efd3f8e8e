import { RelayerError } from '@relayer/core'
import { apiKeyRotate, formatTimestamp } from '@relayer/schemas'
import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { readShape } from '../http/readShape.ts'
import { unwrap } from '../http/unwrap.ts'
import { apiKeyResponse } from '../responses/apiKeyResponse.ts'
import { newSecret } from './newSecret.ts'

const longestGraceS = 30n * 86_400n

/** POST /api-keys/{api_key_id}/rotate: a new value, shown once; the old one ends at once or after `grace_seconds`. */
export const rotateApiKey: Operation = async ({ engine }, request) => {
  const graceS = BigInt(readShape(apiKeyRotate, request.body).grace_seconds ?? 0)
  if (graceS > longestGraceS)
    throw new RelayerError('INVALID_REQUEST', `grace_seconds: must be at most ${longestGraceS}`)
  const { value, hash } = newSecret()
  const input = { id: parameter(request, 'apiKeyId'), hash, graceMs: Number(graceS) * 1000 }
  const key = unwrap(await engine.rotateApiKey(request.grant, input))
  const previousUntil = key.previousUntil === null ? null : formatTimestamp(key.previousUntil)
  return ok({ ...apiKeyResponse(key), previous_value_expires_at: previousUntil, value })
}
