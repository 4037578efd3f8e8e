import { createHash } from 'node:crypto'
import type { ApiDocs } from '../../http/apiDocs.ts'
import type { OpenApiDocument } from '../buildDocument.ts'
import { escapeHtml, proseHtml } from './escapeHtml.ts'
import { renderOperation } from './renderOperation.ts'
import { renderSchema } from './renderSchema.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:auto;padding:1rem;color-scheme:light dark}
table{border-collapse:collapse}td{border:1px solid #8886;padding:.2rem .5rem;vertical-align:top}
section{border-top:1px solid #8886;overflow-x:auto}td p{margin:0}small{opacity:.8}`

const styleHash = createHash('sha256').update(style).digest('base64')

/** The document as one page: no script, nothing loaded from anywhere, and its policy allows nothing but its own style. */
export function renderPage(document: OpenApiDocument): ReturnType<ApiDocs['page']> {
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(document.info.title)}</title>`,
    `<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>`,
    `<h1>${escapeHtml(document.info.title)}</h1>${proseHtml(document.info.description)}`,
    '<p>The same as an OpenAPI 3.1 document: <a href="/api-docs/openapi.json">openapi.json</a>.</p>',
    ...document.tags.map(tag => renderTag(document, tag)),
    '<h2>Schemas</h2>',
    ...Object.entries(document.components.schemas).map(
      ([name, schema]) => `<section id="schema-${name}"><h3>${name}</h3><div>${renderSchema(schema)}</div></section>`,
    ),
    '</body></html>\n',
  ].join('\n')
  return {
    html,
    contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

function renderTag(document: OpenApiDocument, { name, description }: OpenApiDocument['tags'][number]): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags[0] === name)
      .map(([method, operation]) => renderOperation(document, method, path, operation)),
  )
  return `<h2>${escapeHtml(name)}</h2>${proseHtml(description)}${operations.join('\n')}`
}
