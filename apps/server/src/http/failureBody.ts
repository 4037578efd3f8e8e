import { STATUS_CODES } from 'node:http'
import { type Failure, failure } from '@relayer/schemas'
import {
  NOT_FOUND,
  NOTIFICATION_EXISTS,
  NOTIFICATION_NOT_FOUND,
  SIGNER_EXISTS,
  STATUS_MESSAGE,
} from '@relayer/schemas/errors'

interface FailedRequest {
  readonly method: string
  readonly path: string
}

/** The envelope of a failure: `message` is the fixed text of the contract, `error` the specific reason. */
export function failureBody(request: FailedRequest, status: number, reason: string, after?: number): Failure {
  const message = messageOf(request, status, reason)
  if (status === 429) return failure(message, reason, { code: status, after: after ?? 0 })
  return status === 401 ? failure(message, reason, { code: status }) : failure(message, reason)
}

function messageOf({ method, path }: FailedRequest, status: number, reason: string): string {
  if (status === 404) return notFoundMessage(method, reason)
  if (status === 409 && path === '/api/v1/signers') return SIGNER_EXISTS
  if (status === 409 && path === '/api/v1/notifications') return NOTIFICATION_EXISTS
  return STATUS_MESSAGE[status] ?? STATUS_CODES[status] ?? 'Error'
}

/** The reasons are wire texts and fixed, so they tell what was not found. Replace is the one exception of the contract. */
function notFoundMessage(method: string, reason: string): string {
  if (method === 'PUT') return NOT_FOUND
  if (/^Relayer with ID .* not found$/s.test(reason)) return reason
  return /^Notification with ID .* not found$/s.test(reason) ? NOTIFICATION_NOT_FOUND : NOT_FOUND
}
