import { API_KEY_DELETED } from '@relayer/schemas/errors'
import { dataAnswer, listAnswer } from '../envelopes.ts'
import { schemaRef } from '../jsonSchema.ts'
import type { TagDescription } from '../operationDescription.ts'
import { pageQuery } from '../parameters.ts'

const apiKey = schemaRef('ApiKey')

/** Keys of clients, and what each may do. */
export const apiKeys: TagDescription = {
  name: 'API keys',
  description:
    'Keys of clients, and what each may do. A key makes, sees, rotates and deletes only keys that grant no more than itself; any other is answered with 404. The key of the environment is listed to itself as `root`, and can be neither rotated nor deleted.',
  operations: {
    'GET /api/v1/api-keys': {
      operationId: 'listApiKeys',
      summary: 'Lists API keys, oldest first',
      query: pageQuery,
      answers: { 200: listAnswer('A page of API keys, without their values.', apiKey) },
    },
    'POST /api/v1/api-keys': {
      operationId: 'createApiKey',
      summary: 'Creates an API key and shows its value once',
      description:
        'Lists hold at least one and at most 1,000 items of 1 to 200 characters; `relayers`, `receivers` and `expires_at` that are absent or null limit nothing, and `allowed_origins` defaults to `["*"]`. A key that is limited to receivers cannot hold `sign:*`. What the caller does not have itself is refused with 403.',
      request: schemaRef('ApiKeyCreate'),
      answers: { 201: dataAnswer('The API key with its value.', schemaRef('ApiKeyCreated')) },
      failures: [409],
    },
    'GET /api/v1/api-keys/:apiKeyId': {
      operationId: 'getApiKey',
      summary: 'Gets an API key',
      answers: { 200: dataAnswer('The API key, without its value.', apiKey) },
    },
    'DELETE /api/v1/api-keys/:apiKeyId': {
      operationId: 'deleteApiKey',
      summary: 'Revokes an API key',
      description: 'It is refused at once by the process that answers, and within 5 s by all others.',
      answers: { 200: dataAnswer('Revoked.', { const: API_KEY_DELETED }) },
    },
    'GET /api/v1/api-keys/:apiKeyId/permissions': {
      operationId: 'getApiKeyPermissions',
      summary: 'Lists the permissions of an API key',
      answers: {
        200: dataAnswer('The permissions; `*` for the key of the environment.', {
          type: 'array',
          items: { type: 'string' },
        }),
      },
    },
    'POST /api/v1/api-keys/:apiKeyId/rotate': {
      operationId: 'rotateApiKey',
      summary: 'Gives an API key a new value and shows it once',
      description:
        'The old value ends at once, or after `grace_seconds` (at most 30 days); one that was in its grace already ends now.',
      request: schemaRef('ApiKeyRotate'),
      answers: { 200: dataAnswer('The API key with its new value.', schemaRef('ApiKeyRotated')) },
      failures: [409],
    },
  },
}
