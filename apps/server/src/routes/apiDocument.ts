import type { Operation } from '../http/operation.ts'

/** GET /api-docs/openapi.json: the description of the API, for programs. */
export const apiDocument: Operation = async ({ apiDocs }) => ({
  status: 200,
  body: apiDocs.document(),
  contentType: 'application/json',
})
