import type { ApiKey } from '@relayer/schemas'
import { ok } from '../http/answer.ts'
import type { Operation, OperationContext, OperationRequest } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'
import { apiKeyResponse, rootKeyResponse } from '../responses/apiKeyResponse.ts'

/** GET /api-keys/{api_key_id} */
export const getApiKey: Operation = async (context, request) => ok(await findApiKey(context, request))

/** GET /api-keys/{api_key_id}/permissions */
export const getApiKeyPermissions: Operation = async (context, request) =>
  ok((await findApiKey(context, request)).permissions)

async function findApiKey({ engine, startedAt }: OperationContext, request: OperationRequest): Promise<ApiKey> {
  const id = parameter(request, 'apiKeyId')
  if (request.grant.root && id === request.grant.keyId) return rootKeyResponse(startedAt)
  return apiKeyResponse(unwrap(await engine.getApiKey(request.grant, id)))
}
