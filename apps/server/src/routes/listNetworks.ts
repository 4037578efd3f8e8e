import { list } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { readPage } from '../http/readPage.ts'
import { networkResponse } from '../responses/networkResponse.ts'

/** GET /networks */
export const listNetworks: Operation = async ({ engine }, request) => {
  const query = readPage(request)
  const { items, total } = await engine.listNetworks(query)
  return list(
    items.map(network => networkResponse(network, request.grant)),
    query,
    total,
  )
}
