import { type JsonSchema, schemaRef } from './jsonSchema.ts'

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }
const count = { type: 'integer', minimum: 0 }

const finding: JsonSchema = {
  type: 'object',
  properties: {
    code: text,
    text,
    repair: { ...textOrNull, description: 'What a repair does about it; null: only time or a person can.' },
  },
  required: ['code', 'text', 'repair'],
}

/** Answers of the doctor, which have no schema in `@relayer/schemas`: `responses/diagnosisResponse.ts` writes them. */
export const diagnosisSchemas: Readonly<Record<string, JsonSchema>> = {
  Diagnosis: {
    type: 'object',
    properties: {
      address: text,
      chain_sequence: { ...textOrNull, description: 'What the chain would execute next; null: no endpoint answers.' },
      next_sequence: { ...textOrNull, description: 'What would be handed out next.' },
      open_slots: count,
      waiting_transactions: count,
      findings: { type: 'array', items: finding },
    },
    required: ['address', 'chain_sequence', 'next_sequence', 'open_slots', 'waiting_transactions', 'findings'],
  },
  Repair: {
    type: 'object',
    properties: {
      dry_run: { type: 'boolean' },
      applied: { type: 'array', items: text },
      diagnosis: schemaRef('Diagnosis'),
    },
    required: ['dry_run', 'applied', 'diagnosis'],
  },
}
