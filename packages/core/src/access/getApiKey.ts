import { apiKeyNotFound } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { ApiKeyRecord, Grant } from '../records/apiKey.ts'
import { checkCovers } from './checkCovers.ts'

/** Looks a key up. One that grants more than `by` is `NOT_FOUND`, as if it did not exist. */
export async function getApiKey(ctx: Context, by: Grant, id: string): Promise<Result<ApiKeyRecord>> {
  const record = await ctx.store.apiKeys.get(id)
  return record !== null && checkCovers(by, record).ok ? succeed(record) : fail('NOT_FOUND', apiKeyNotFound(id))
}

/** Every key that grants no more than `by`, oldest first. */
export async function listApiKeys(ctx: Context, by: Grant): Promise<readonly ApiKeyRecord[]> {
  return (await ctx.store.apiKeys.all()).filter(record => checkCovers(by, record).ok)
}
