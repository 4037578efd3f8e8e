import type { Result } from '@relayer/core'

/** The value; an error becomes the request's failure. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw result.error
  return result.value
}
