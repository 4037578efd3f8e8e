import { schemaRef } from '../jsonSchema.ts'
import type { AnswerDescription, TagDescription } from '../operationDescription.ts'

const ok: AnswerDescription = {
  description: 'The process answers.',
  contentType: 'text/plain; charset=utf-8',
  schema: { const: 'OK' },
}
const ready = (description: string): AnswerDescription => ({ description, schema: schemaRef('Readiness') })

/** Whether the service is up, and what it can do. */
export const service: TagDescription = {
  name: 'Service',
  description: 'Whether the service is up, and what it can do. No API key is needed.',
  operations: {
    'GET /v1/health': {
      operationId: 'healthWithoutPrefix',
      summary: 'Tells that the process answers',
      answers: { 200: ok },
    },
    'GET /api/v1/health': { operationId: 'health', summary: 'Tells that the process answers', answers: { 200: ok } },
    'GET /api/v1/ready': {
      operationId: 'readiness',
      summary: 'Tells whether requests can be served',
      description: 'Not in the envelope. Asked anew at most every ten seconds.',
      answers: { 200: ready('Ready.'), 503: ready('Not ready; `reason` says why.') },
    },
    'GET /api-docs': {
      operationId: 'readApiDocs',
      summary: 'This description, to read',
      answers: {
        200: {
          description: 'A page without scripts.',
          contentType: 'text/html; charset=utf-8',
          schema: { type: 'string' },
        },
      },
    },
    'GET /api-docs/openapi.json': {
      operationId: 'getOpenApiDocument',
      summary: 'This description, as an OpenAPI 3.1 document',
      answers: { 200: { description: 'The document.', schema: { type: 'object', required: ['openapi', 'paths'] } } },
    },
  },
}
