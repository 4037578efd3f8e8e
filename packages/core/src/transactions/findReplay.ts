import { parseJson, stringifyJson } from '@relayer/schemas'
import { IDEMPOTENCY_KEY_REUSED } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { IdempotencyClaim } from '../ports/store.ts'

/** `key` already carries its scope (API key, method, path); `fingerprint` is a hash of the canonical body. */
export interface IdempotencyKey {
  readonly key: string
  readonly fingerprint: string
}

/**
 * The answer to a key that was used before, else null. To be asked before any other check: the first answer stands whatever
 * has changed since. `IDEMPOTENCY_CONFLICT` when it was used with another body.
 */
export async function findReplay<T>(ctx: Context, idempotency: IdempotencyKey | null): Promise<Result<T> | null> {
  if (idempotency === null) return null
  const earlier = await ctx.store.transactions.idempotent(idempotency.key, ctx.clock.now())
  if (earlier === null) return null
  return earlier.fingerprint === idempotency.fingerprint ? replay(earlier.answer) : idempotencyConflict()
}

/** A stored first answer. */
export function replay<T>(answer: string): Result<T> {
  return succeed(parseJson(answer) as T)
}

/** The same key, another body. */
export function idempotencyConflict(): Result<never> {
  return fail('IDEMPOTENCY_CONFLICT', IDEMPOTENCY_KEY_REUSED)
}

/** What is stored under a key, in the commit that the answer tells of. */
export function claimOf(ctx: Context, idempotency: IdempotencyKey, answer: unknown): IdempotencyClaim {
  return {
    ...idempotency,
    answer: stringifyJson(answer),
    expiresAt: ctx.clock.now() + ctx.settings.idempotencyMs,
  }
}
