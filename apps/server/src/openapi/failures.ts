import { STATUS_MESSAGE } from '@relayer/schemas/errors'
import type { OperationEntry } from '../http/operations.ts'
import { schemaRef } from './jsonSchema.ts'
import type { FailureStatus, OperationDescription } from './operationDescription.ts'

const failures: Readonly<Record<FailureStatus, readonly [name: string, description: string]>> = {
  400: [
    'BadRequest',
    'The request is malformed, breaks a rule, or does not fit the state it meets; `error` names the place.',
  ],
  401: ['Unauthorized', 'No API key, or none that is known.'],
  403: ['Forbidden', 'The relayer is paused or disabled, or the key lacks the permission.'],
  404: ['NotFound', 'There is no such resource.'],
  409: ['Conflict', 'The id is taken, or the Idempotency-Key belongs to another request.'],
  413: ['PayloadTooLarge', 'The body is larger than 2 MiB. The connection is closed.'],
  415: ['UnsupportedMediaType', 'The Content-Encoding or charset is not supported.'],
  429: ['TooManyRequests', 'Too many requests; `after` says how many seconds to wait.'],
  500: ['InternalServerError', 'The server failed; its log has details under the request id.'],
  503: ['ServiceUnavailable', 'The network of the relayer cannot be opened, or another process drives its lane.'],
  504: ['GatewayTimeout', 'The operation took longer than the server allows.'],
}

const requestId = { 'x-request-id': { $ref: '#/components/headers/RequestId' } }

/** `components.responses`: one per status. */
export function failureResponses(): Readonly<Record<string, unknown>> {
  const entries = Object.entries(failures).map(([status, [name, description]]) => {
    const message = STATUS_MESSAGE[Number(status)]
    const code = status === '401' || status === '429' ? { code: Number(status) } : {}
    const example = { success: false, data: null, message, error: '…', ...code }
    const content = { 'application/json': { schema: schemaRef('Failure'), example } }
    return [name, { description: `${message}. ${description}`, headers: requestId, content }] as const
  })
  return Object.fromEntries(entries)
}

/** The failures of one operation, by status: its own and those of its kind. */
export function failuresOf(entry: OperationEntry, { failures: own = [] }: OperationDescription) {
  const statuses = new Set<FailureStatus>([...commonFailures(entry), ...own])
  const byStatus = [...statuses].sort((a, b) => a - b)
  return Object.fromEntries(byStatus.map(status => [status, { $ref: `#/components/responses/${failures[status][0]}` }]))
}

function commonFailures({ permission, body, path }: OperationEntry): readonly FailureStatus[] {
  const guarded = permission === 'open' ? [] : ([401, 403, 429] as const)
  const withBody = body === undefined ? [] : ([413, 415] as const)
  const withParameter = /[:*]/.test(path) ? ([404] as const) : []
  return [400, ...guarded, ...withBody, ...withParameter, 500, 504]
}
