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
  403: [
    'Forbidden',
    'The key lacks the permission or is limited to other relayers, receivers or origins; or the relayer is paused or disabled.',
  ],
  404: ['NotFound', 'There is no such resource.'],
  409: ['Conflict', 'The id is taken, or others change the same thing faster than this request could.'],
  413: ['PayloadTooLarge', 'The body is larger than 2 MiB. The connection is closed.'],
  415: ['UnsupportedMediaType', 'The Content-Encoding or charset is not supported.'],
  422: ['UnprocessableEntity', 'The Idempotency-Key came before with another body.'],
  429: ['TooManyRequests', 'Too many requests, by rate or at once; `after` says how many seconds to wait.'],
  500: [
    'InternalServerError',
    'The server failed, or what it needs for the answer: a signer, every endpoint of a network. Its log has details under the request id.',
  ],
  503: ['ServiceUnavailable', 'The network of the relayer cannot be opened, or another process drives its lane.'],
  504: ['GatewayTimeout', 'The operation took longer than the server allows.'],
}

const requestId = { 'x-request-id': { $ref: '#/components/headers/RequestId' } }
const wait = { description: 'Whole seconds to wait, rounded down.', schema: { type: 'integer', minimum: 0 } }
const headersOf = (status: string) =>
  status === '429' ? { ...requestId, 'Retry-After': wait, 'X-RateLimit-After': wait } : requestId

/** `components.responses`: one per status. */
export function failureResponses(): Readonly<Record<string, unknown>> {
  const entries = Object.entries(failures).map(([status, [name, description]]) => {
    const message = STATUS_MESSAGE[Number(status)]
    const code = status === '401' || status === '429' ? { code: Number(status) } : {}
    const after = status === '429' ? { after: 1 } : {}
    const example = { success: false, data: null, message, error: '…', ...code, ...after }
    const content = { 'application/json': { schema: schemaRef('Failure'), example } }
    return [name, { description: `${message}. ${description}`, headers: headersOf(status), content }] as const
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
  const guarded = permission === 'open' ? [] : ([401, 403] as const)
  const withBody = body === undefined ? [] : ([413, 415] as const)
  const withParameter = /[:*]/.test(path) ? ([404] as const) : []
  return [400, ...guarded, ...withBody, ...withParameter, 429, 500, 504]
}
