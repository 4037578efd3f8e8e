import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { ApiKeyRecord, Grant } from '../records/apiKey.ts'
import { checkCovers, type Scope } from './checkCovers.ts'

/** A key to make. Its secret is made by the caller and never comes here. */
export interface CreateApiKeyInput extends Scope {
  readonly name: string
  /** SHA-256 of the secret, hex. */
  readonly hash: string
}

/**
 * Stores a key. `INVALID_REQUEST`: it would sign anything although it is limited to receivers, or it has ended already.
 * `FORBIDDEN`: it would grant more than `by`. `CONFLICT`: the hash is taken.
 */
export async function createApiKey(ctx: Context, by: Grant, input: CreateApiKeyInput): Promise<Result<ApiKeyRecord>> {
  const { name, hash, permissions, allowedOrigins, relayers, receivers, expiresAt } = input
  const now = ctx.clock.now()
  if (receivers !== null && permissions.some(permission => permission.startsWith('sign:'))) {
    return fail('INVALID_REQUEST', "permissions: a key that is limited to receivers can't hold sign:*")
  }
  if (expiresAt !== null && expiresAt <= now) return fail('INVALID_REQUEST', 'expires_at: must be in the future')
  const covered = checkCovers(by, input)
  if (!covered.ok) return covered
  const record: ApiKeyRecord = {
    id: ctx.random.uuid(),
    createdAt: now,
    version: 1,
    name,
    hash,
    previousHash: null,
    previousUntil: null,
    permissions,
    allowedOrigins,
    relayers,
    receivers,
    expiresAt,
    lastUsedAt: null,
  }
  const inserted = await ctx.store.apiKeys.insert(record)
  return inserted === 'inserted' ? succeed(record) : fail('CONFLICT', 'The API key already exists')
}
