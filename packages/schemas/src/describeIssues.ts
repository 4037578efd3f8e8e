import type * as z from 'zod/mini'

/** What `describeIssues` reads of a zod error. */
export type IssuesLike = { readonly issues: readonly z.core.$ZodIssue[] }

const isRule = (issue: z.core.$ZodIssue): boolean => issue.code === 'custom' && issue.params?.['rule'] === true

/** `operations[0].amount` */
function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}${text && '.'}${String(key)}`),
    '',
  )
}

function describe(issue: z.core.$ZodIssue): string {
  const path = issue.message.startsWith('missing field `') ? issue.path.slice(0, -1) : issue.path
  return path.length > 0 ? `${formatPath(path)}: ${issue.message}` : issue.message
}

/**
 * True when the body had the right shape and broke a rule whose text the protocol fixes (`Cannot provide both …`).
 * False for a wrong shape (missing field, unknown field, wrong type): http.md 2.3 prefixes those on typed handlers.
 */
export function isRuleError(error: IssuesLike): boolean {
  return error.issues.length > 0 && error.issues.every(isRule)
}

/**
 * One message for a refused body, with path and reason: ``missing field `value` ``,
 * `` unknown field `x`, expected one of `url`, `type` ``, `operations[0]: missing field \`amount\``.
 * A broken rule is printed as the protocol words it, without a path; only the first one, in documented order.
 * At most five reasons, joined with `; `. Never quotes a value that could be a secret.
 */
export function describeIssues(error: IssuesLike): string {
  const shape = error.issues.filter(issue => !isRule(issue))
  if (shape.length === 0) return error.issues[0]?.message ?? 'Invalid input'
  // an unknown field is reported first: it is usually the misspelled name of the missing one
  const unknown = shape.filter(issue => issue.code === 'unrecognized_keys')
  const others = shape.filter(issue => issue.code !== 'unrecognized_keys')
  return [...unknown, ...others].slice(0, 5).map(describe).join('; ')
}
