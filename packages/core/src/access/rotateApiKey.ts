import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { ApiKeyRecord, Grant } from '../records/apiKey.ts'
import { getApiKey } from './getApiKey.ts'

/** Which key gets which new secret. */
export interface RotateApiKeyInput {
  readonly id: string
  /** SHA-256 of the new secret, hex. */
  readonly hash: string
  /** How long the old secret goes on working, ms; 0: it ends at once. */
  readonly graceMs: number
}

/** How often a rotation is tried again when somebody else has written the key in between. */
const TRIES = 8

/** Changes a key's secret and nothing else. A secret that was in its grace already ends now. */
export async function rotateApiKey(ctx: Context, by: Grant, input: RotateApiKeyInput): Promise<Result<ApiKeyRecord>> {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await getApiKey(ctx, by, input.id)
    if (!found.ok) return found
    const { hash: oldHash, version } = found.value
    const grace = input.graceMs > 0
    const record: ApiKeyRecord = {
      ...found.value,
      hash: input.hash,
      previousHash: grace ? oldHash : null,
      previousUntil: grace ? ctx.clock.now() + input.graceMs : null,
    }
    if ((await ctx.store.apiKeys.update(record, version)) === 'updated') {
      ctx.grants.forget()
      return succeed({ ...record, version: version + 1 })
    }
  }
  return fail('CONFLICT', 'The API key is changing too fast; try again')
}
