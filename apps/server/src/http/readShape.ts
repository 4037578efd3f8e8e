import { RelayerError } from '@relayer/core'
import { describeIssues, type IssuesLike, isRuleError } from '@relayer/schemas'
import { jsonDeserializeError } from '@relayer/schemas/errors'

interface Shape<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: IssuesLike }
}

/** The body as the schema reads it; a wrong shape has the prefix of typed handlers, a broken rule its own text. */
export function readShape<T>(schema: Shape<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const detail = describeIssues(result.error)
  throw new RelayerError('INVALID_REQUEST', isRuleError(result.error) ? detail : jsonDeserializeError(detail))
}
