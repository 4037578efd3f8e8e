import type { JsonSchema } from './jsonSchema.ts'
import { schemaRef } from './jsonSchema.ts'
import type { AnswerDescription } from './operationDescription.ts'

/** An answer with `data` in the envelope. */
export function dataAnswer(description: string, data: JsonSchema): AnswerDescription {
  const properties = { success: { const: true }, data, error: { type: 'null' } }
  return { description, schema: { type: 'object', properties, required: ['success', 'data', 'error'] } }
}

/** An answer with a page of items in the envelope. */
export function listAnswer(description: string, item: JsonSchema): AnswerDescription {
  const properties = {
    success: { const: true },
    data: { type: 'array', items: item },
    error: { type: 'null' },
    pagination: schemaRef('Pagination'),
  }
  const required = ['success', 'data', 'error', 'pagination']
  return { description, schema: { type: 'object', properties, required } }
}

/** Body of every failure but those that have an answer of their own. */
export const failureSchema: JsonSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    data: { type: 'null' },
    message: { type: 'string', description: 'The fixed text of the status.' },
    error: { type: 'string', description: 'The specific reason.' },
    code: { type: 'integer', description: 'The status again, with 401 and 429.' },
    after: { type: 'integer', minimum: 0, description: 'Whole seconds to wait, with 429.' },
  },
  required: ['success', 'data', 'message', 'error'],
}
