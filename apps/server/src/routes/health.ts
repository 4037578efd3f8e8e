import type { Operation } from '../http/operation.ts'

/** GET /health: the process answers. Plain text, and nothing else is looked at. */
export const health: Operation = async () => ({
  status: 200,
  body: 'OK',
  contentType: 'text/plain; charset=utf-8',
})
