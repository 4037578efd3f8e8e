import type { ApiDocs } from '../http/apiDocs.ts'
import type { OperationEntry } from '../http/operations.ts'
import { buildDocument } from './buildDocument.ts'
import { renderPage } from './page/renderPage.ts'
import { writeDocument } from './writeDocument.ts'

/** The description of a table of operations. Nothing is built before somebody asks. */
export function createApiDocs(operations: readonly OperationEntry[]): ApiDocs {
  const built = once(() => buildDocument(operations))
  return { document: once(() => writeDocument(built())), page: once(() => renderPage(built())) }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
