import { list } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { pageOf } from '../http/pageOf.ts'
import { readPage } from '../http/readPage.ts'
import { apiKeyResponse, rootKeyResponse } from '../responses/apiKeyResponse.ts'

/** GET /api-keys: those that grant no more than the caller's own; the root key sees itself too. */
export const listApiKeys: Operation = async ({ engine, startedAt }, request) => {
  const query = readPage(request)
  const keys = (await engine.listApiKeys(request.grant)).map(apiKeyResponse)
  const all = request.grant.root ? [rootKeyResponse(startedAt), ...keys] : keys
  return list(pageOf(all, query), query, all.length)
}
