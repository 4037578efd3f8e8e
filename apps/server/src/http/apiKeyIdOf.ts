import type { Context } from 'koa'

/** The id of the API key that a request was let in with; the middleware that knows several keys leaves it on `ctx.state`. */
export function apiKeyIdOf(ctx: Context): string {
  const { apiKeyId } = ctx.state as { readonly apiKeyId?: string }
  return apiKeyId ?? 'root'
}
