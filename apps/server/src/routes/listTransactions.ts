import { list } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { readPage } from '../http/readPage.ts'
import { readStatuses } from '../http/readStatuses.ts'
import { unwrap } from '../http/unwrap.ts'

/** GET /relayers/{relayer_id}/transactions */
export const listTransactions: Operation = async ({ engine }, request) => {
  const query = readPage(request)
  const statuses = readStatuses(request)
  const relayerId = parameter(request, 'relayerId')
  const { items, total } = unwrap(await engine.listTransactions({ relayerId, ...query, statuses }))
  return list(items, query, total)
}
