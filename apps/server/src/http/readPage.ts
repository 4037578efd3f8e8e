import { RelayerError } from '@relayer/core'
import { describeIssues, paginationQuery } from '@relayer/schemas'
import { queryDeserializeError } from '@relayer/schemas/errors'
import type { AskedPage } from './askedPage.ts'
import type { OperationRequest } from './operation.ts'

/**
 * `page` and `per_page` of a list; zero is allowed and means an empty list. A page so far out that no offset can name it
 * is empty too.
 */
export function readPage({ query }: OperationRequest): AskedPage {
  const result = paginationQuery.safeParse({ page: query['page'], per_page: query['per_page'] })
  if (!result.success) throw new RelayerError('INVALID_REQUEST', queryDeserializeError(describeIssues(result.error)))
  const { page, per_page: perPage } = result.data
  return { page: Number.isSafeInteger(page * perPage) ? page : 0, perPage, askedPage: page }
}
