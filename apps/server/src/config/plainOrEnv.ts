import * as z from 'zod'
import { misplaced, type Place } from './place.ts'

/** A secret in the file: the value itself, or the name of the variable that holds it. */
export const plainOrEnv = z.strictObject({ type: z.enum(['plain', 'env']), value: z.string() })
export type PlainOrEnv = z.output<typeof plainOrEnv>

/** The secret. An unset variable is an error that names it. */
export function resolveSecret(
  { type, value }: PlainOrEnv,
  lookup: (name: string) => string | undefined,
  place: Place,
): string {
  if (type === 'plain') return value
  const secret = lookup(value)
  if (secret === undefined) throw misplaced(place, `the environment variable ${value} is not set`)
  return secret
}
