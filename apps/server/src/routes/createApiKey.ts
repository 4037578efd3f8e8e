import { RelayerError } from '@relayer/core'
import { apiKeyCreate, parseTimestamp } from '@relayer/schemas'
import { created } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { readShape } from '../http/readShape.ts'
import { unwrap } from '../http/unwrap.ts'
import { apiKeyResponse } from '../responses/apiKeyResponse.ts'
import { newSecret } from './newSecret.ts'

const mostItems = 1_000

/** POST /api-keys: the only answer, beside that of a rotation, that shows a value. */
export const createApiKey: Operation = async ({ engine }, { body, grant }) => {
  const input = readShape(apiKeyCreate, body)
  const { name, permissions, allowed_origins = null, relayers = null, receivers = null, expires_at } = input
  if (name === '' || name.length > 200) throw refuse('name: must have 1 to 200 characters')
  if (permissions.length === 0) throw refuse('permissions: must name at least one')
  for (const [field, items] of Object.entries({ allowed_origins, relayers, receivers })) {
    if (items?.length === 0) throw refuse(`${field}: must be absent, null or name at least one`)
    if (items !== null && items.length > mostItems) throw refuse(`${field}: must name at most ${mostItems}`)
    if (items?.some(item => item === '' || item.length > 200))
      throw refuse(`${field}: must hold 1 to 200 characters each`)
  }
  const { value, hash } = newSecret()
  const key = unwrap(
    await engine.createApiKey(grant, {
      name,
      hash,
      permissions: [...new Set(permissions)],
      allowedOrigins: allowed_origins ?? ['*'],
      relayers,
      receivers,
      expiresAt: expires_at == null ? null : (parseTimestamp(expires_at) ?? null),
    }),
  )
  return created({ ...apiKeyResponse(key), value })
}

function refuse(message: string): RelayerError {
  return new RelayerError('INVALID_REQUEST', message)
}
