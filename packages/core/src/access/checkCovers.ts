import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import { type Grant, normaliseAddress } from '../records/apiKey.ts'

/** What a key gives its bearer. */
export type Scope = Pick<Grant, 'permissions' | 'allowedOrigins' | 'relayers' | 'receivers' | 'expiresAt'>

/** Whether a grant has everything that a scope would give; `FORBIDDEN` names the first thing it lacks. */
export function checkCovers(by: Grant, scope: Scope): Result<null> {
  const refuse = (what: string): Result<null> => fail('FORBIDDEN', `${what}: no key grants more than it has`)
  const permission = scope.permissions.find(wanted => !by.permissions.includes(wanted))
  if (permission !== undefined) return refuse(`permissions: ${permission}`)
  if (!isWithin(scope.relayers, by.relayers)) return refuse('relayers')
  if (!isWithin(scope.receivers, by.receivers, normaliseAddress)) return refuse('receivers')
  if (!by.allowedOrigins.includes('*') && !isWithin(scope.allowedOrigins, by.allowedOrigins)) {
    return refuse('allowed_origins')
  }
  const outlives = by.expiresAt !== null && (scope.expiresAt === null || scope.expiresAt > by.expiresAt)
  return outlives ? refuse('expires_at') : succeed(null)
}

/** Null is without limit. */
function isWithin(
  wanted: readonly string[] | null,
  limit: readonly string[] | null,
  normalise = (text: string): string => text,
): boolean {
  if (limit === null) return true
  const allowed = new Set(limit.map(normalise))
  return wanted?.every(item => allowed.has(normalise(item))) ?? false
}
