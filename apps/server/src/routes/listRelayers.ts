import { describeRelayer } from '@relayer/core'
import { list } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { readPage } from '../http/readPage.ts'

/** GET /relayers */
export const listRelayers: Operation = async ({ engine }, request) => {
  const query = readPage(request)
  const { items, total } = await engine.listRelayers(query)
  return list(items.map(describeRelayer), query, total)
}
