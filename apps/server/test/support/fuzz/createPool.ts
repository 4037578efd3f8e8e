import { stringifyJson } from '@relayer/schemas'
import fc from 'fast-check'
import { type OperationEntry, operations } from '../../../src/http/operations.ts'
import type { OpenApiDocument } from '../../../src/openapi/buildDocument.ts'
import { authorization, send } from '../send.ts'
import { fromSchema } from './fromSchema.ts'
import { operationOf } from './fuzzRequest.ts'

/** What exists, by the path of the collection that it was made in; it follows what the requests create and delete. */
export interface Pool {
  /** An id, or undefined when there is none. With `mayEnd`, one that nothing else relies on; made if need be. */
  pick(collection: string, index: number, mayEnd: boolean): Promise<string | undefined>
  add(collection: string, id: string): Promise<void>
  drop(collection: string, id: string): void
}

/** More than these in a collection are deleted again, where there is an operation for it. */
const most = 20
/** Bodies to try until one is accepted. */
const attempts = 60

/** Lists every collection of the table. Whatever is there at the start is kept, except `spare` ids. */
export async function createPool(port: number, document: OpenApiDocument, seed: number): Promise<Pool> {
  const kept = new Map<string, string[]>()
  const spare = new Map<string, string[]>()
  const accepted = new Map<string, object>()
  const hopeless = new Set<string>()
  for (const { method, path, permission } of operations) {
    if (method !== 'GET' || path.includes(':') || permission === 'open') continue
    const { body } = await send(port, 'GET', path)
    const ids: string[] = Array.isArray(body?.data) ? body.data.flatMap((item: { id?: string }) => item.id ?? []) : []
    kept.set(
      path,
      ids.filter(id => !id.includes('spare')),
    )
    spare.set(
      path,
      ids.filter(id => id.includes('spare')),
    )
  }

  const make = async (collection: string): Promise<void> => {
    if (hopeless.has(collection)) return
    const entry = operations.find(({ method, path }) => method === 'POST' && patternOf(path).test(collection))
    const schema = entry && schemaOf(entry, document)
    if (schema === undefined) return
    const samples = fc.sample(fromSchema(schema, document.components.schemas), { numRuns: attempts, seed })
    let refusal = ''
    for (const sample of [accepted.get(collection), ...samples]) {
      if (typeof sample !== 'object' || sample === null) continue
      const { id: _, ...body } = sample as { id?: unknown }
      const headers = { ...authorization, 'Content-Type': 'application/json' }
      const sent = await send(port, 'POST', collection, { headers, body: stringifyJson(body) })
      refusal = sent.text
      if (sent.status >= 300) continue
      accepted.set(collection, body)
      spare.set(collection, [...(spare.get(collection) ?? []), sent.body.data.id])
      return
    }
    // for the moment nothing is free, such as a signer: the next request has an id that is nobody's
    if (accepted.has(collection)) return
    // a collection of its own can always be added to; one of a relayer that is paused or deleted can't
    if (entry?.path === collection) throw new Error(`no ${collection} can be made: ${refusal}`)
    hopeless.add(collection)
  }

  const drop = (collection: string, id: string): void => {
    spare.set(
      collection,
      (spare.get(collection) ?? []).filter(other => other !== id),
    )
  }

  return {
    async pick(collection, index, mayEnd) {
      if (mayEnd && !spare.get(collection)?.length) await make(collection)
      const others = spare.get(collection) ?? []
      const lasting = kept.get(collection) ?? []
      const preferred = mayEnd || (index % 2 === 0 && others.length > 0) || lasting.length === 0 ? others : lasting
      return preferred[Math.floor(index / 2) % preferred.length]
    },
    async add(collection, id) {
      const ids = [...(spare.get(collection) ?? []), id]
      const surplus = ids.length > most ? ids.shift() : undefined
      spare.set(collection, ids)
      const isDeleted = operations.some(
        ({ method, path }) => method === 'DELETE' && path.replace(/\/:[^/]+$/, '') === collection,
      )
      if (surplus === undefined || !isDeleted) return
      const path = `${collection}/${encodeURIComponent(surplus)}`
      // a relayer with open transactions can't be deleted, and would keep its signer to the end
      if (collection === '/api/v1/relayers') await send(port, 'DELETE', `${path}/transactions/pending`)
      await send(port, 'DELETE', path)
    },
    drop,
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
}

function schemaOf(entry: OperationEntry, document: OpenApiDocument) {
  return operationOf(entry, document).requestBody?.content['application/json']?.schema
}
