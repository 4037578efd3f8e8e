import type { Operation } from '../http/operation.ts'

/** GET /api-docs: the description of the API, to read. */
export const apiDocsPage: Operation = async ({ apiDocs }) => {
  const { html, contentSecurityPolicy } = apiDocs.page()
  const headers = { 'Content-Security-Policy': contentSecurityPolicy }
  return { status: 200, body: html, contentType: 'text/html; charset=utf-8', headers }
}
