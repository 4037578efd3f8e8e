import { createHash } from 'node:crypto'
import { type IdempotencyKey, RelayerError } from '@relayer/core'
import { stringifyJson } from '@relayer/schemas'
import { INVALID_IDEMPOTENCY_KEY } from '@relayer/schemas/errors'
import type { OperationRequest } from './operation.ts'

/**
 * The claim that an `Idempotency-Key` header makes: the key within its scope (API key, method, path) and a fingerprint
 * of the parsed body, so that two spellings of one request are the same request.
 */
export function readIdempotencyKey(request: OperationRequest, parsedBody: unknown): IdempotencyKey | null {
  const key = request.header('idempotency-key')
  // an empty one is a client's mistake: taken for none it would lose what the client relies on
  if (!request.hasHeader('idempotency-key')) return null
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new RelayerError('INVALID_REQUEST', INVALID_IDEMPOTENCY_KEY)
  }
  return {
    // by its id and not by its secret, so that a rotation changes nothing
    key: [request.grant.keyId, request.method, onePath(request.path), key].join(' '),
    fingerprint: digest(stringifyJson(sortKeys(parsedBody))),
  }
}

/** Two spellings of a path are one path: `%72` is `r`. One that can't be decoded (`%zz`) is itself. */
function onePath(path: string): string {
  try {
    return path.split('/').map(decodeURIComponent).map(encodeURIComponent).join('/')
  } catch {
    return path
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, child]) => child !== undefined && child !== null)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, child]) => [key, sortKeys(child)]))
}
