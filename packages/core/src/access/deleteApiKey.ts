import type { Context } from '../context/context.ts'
import { succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { Grant } from '../records/apiKey.ts'
import { getApiKey } from './getApiKey.ts'

/** Revokes a key: at once in this process, within 5 s in every other. */
export async function deleteApiKey(ctx: Context, by: Grant, id: string): Promise<Result<null>> {
  const found = await getApiKey(ctx, by, id)
  if (!found.ok) return found
  await ctx.store.apiKeys.delete(id)
  ctx.grants.forget()
  return succeed(null)
}
