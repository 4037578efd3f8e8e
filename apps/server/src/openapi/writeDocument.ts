import type { OpenApiDocument } from './buildDocument.ts'

/** The document as it is served and committed. */
export function writeDocument(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
