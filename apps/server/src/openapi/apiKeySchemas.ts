import type { JsonSchema } from './jsonSchema.ts'

const value = { type: 'string', description: 'The key itself. No other answer shows it.' }
const previousUntil = {
  type: ['string', 'null'],
  description: 'When the old value ends, RFC 3339; null: it has ended.',
}

/**
 * The two answers that show the value of an API key. They have no schema in `@relayer/schemas`, where no answer can hold a
 * secret: `routes/createApiKey.ts` and `routes/rotateApiKey.ts` write them. `apiKey`: the schema of the record.
 */
export function apiKeySchemas(apiKey: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const shown = (more: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
    ...apiKey,
    properties: { ...(apiKey['properties'] as object), ...more },
    required: [...(apiKey['required'] as readonly string[]), ...Object.keys(more)],
  })
  return {
    ApiKeyCreated: shown({ value }),
    ApiKeyRotated: shown({ previous_value_expires_at: previousUntil, value }),
  }
}
