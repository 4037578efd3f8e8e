import { list } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { readPage } from '../http/readPage.ts'
import { signerResponse } from '../responses/signerResponse.ts'

/** GET /signers */
export const listSigners: Operation = async ({ engine }, request) => {
  const query = readPage(request)
  const { items, total } = await engine.listSigners(query)
  return list(items.map(signerResponse), query, total)
}
