import { misplaced, type Place, within } from './place.ts'

interface Issue {
  readonly code?: string | undefined
  readonly path?: readonly PropertyKey[] | undefined
  readonly message?: string
  readonly input?: unknown
  readonly expected?: unknown
  readonly keys?: unknown
}

/** A schema of zod or of zod/mini. */
interface Shape<T> {
  safeParse(
    value: unknown,
    options: { error: (issue: Issue) => string | undefined },
  ): { success: true; data: T } | { success: false; error: { issues: readonly unknown[] } }
}

/** The value as the schema reads it, or a sentence with the place of the first thing that is wrong. */
export function checkShape<T>(schema: Shape<T>, value: unknown, place: Place): T {
  const result = schema.safeParse(value, { error: explain })
  if (result.success) return result.data
  const { path = [], message = 'not valid' } = result.error.issues[0] as Issue
  throw misplaced(within(place, ...path), message)
}

/** Says what is missing or unknown in plain words and never quotes a value: it may be a secret. */
function explain(issue: Issue): string | undefined {
  if (issue.code === 'unrecognized_keys')
    return `unknown field ${(issue.keys as string[]).map(key => `\`${key}\``).join(', ')}`
  if (issue.code !== 'invalid_type') return undefined
  return issue.input === undefined ? 'this field is missing' : `${String(issue.expected)} expected`
}
