import { describeRelayer, type Engine, type Page, type PageQuery, type RelayerRecord } from '@relayer/core'
import { list } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { pageOf } from '../http/pageOf.ts'
import { readPage } from '../http/readPage.ts'

/** GET /relayers: those that the caller's key may use. */
export const listRelayers: Operation = async ({ engine }, request) => {
  const query = readPage(request)
  const { relayers } = request.grant
  const { items, total } = relayers === null ? await engine.listRelayers(query) : await listOf(engine, relayers, query)
  return list(items.map(describeRelayer), query, total)
}

async function listOf(engine: Engine, ids: readonly string[], query: PageQuery): Promise<Page<RelayerRecord>> {
  const found = await Promise.all([...new Set(ids)].map(id => engine.getRelayer(id)))
  const items = found.flatMap(result => (result.ok ? [result.value] : []))
  items.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  return { items: pageOf(items, query), total: items.length }
}
