import { type CreateSignerInput, type JsonObject, RelayerError } from '@relayer/core'
import { signerKind, signerRequest } from '@relayer/schemas'
import { readShape } from '../http/readShape.ts'
import { publicSignerConfig } from './publicSignerConfig.ts'

/** The body of POST /signers, split into what may be shown and the secret rest. */
export function readSignerCreate(body: unknown): CreateSignerInput {
  const { id, type, config } = readShape(signerRequest, body)
  refuseLocalFiles(config)
  const shown = publicSignerConfig(signerKind(type), config as JsonObject)
  const secret = without(config as JsonObject, shown)
  return { id: id ?? null, type, config: shown, secret: secret === undefined ? null : JSON.stringify(secret) }
}

/** A path on this machine comes from its operator (the config file), never from a client. */
function refuseLocalFiles(config: object): void {
  if ('federated_token_file' in config && typeof config.federated_token_file === 'string') {
    throw new RelayerError('INVALID_REQUEST', 'federated_token_file can only be set in the config file')
  }
}

/** The fields of `all` that are not in `shown`, nested objects included; undefined when there are none. */
function without(all: JsonObject, shown: JsonObject): JsonObject | undefined {
  const rest = Object.entries(all).flatMap(([key, value]) => {
    if (value === null || value === undefined) return []
    const known = shown[key]
    if (known === undefined) return [[key, value] as const]
    const isNested = typeof value === 'object' && !Array.isArray(value)
    const nested = isNested ? without(value as JsonObject, known as JsonObject) : undefined
    return nested === undefined ? [] : [[key, nested] as const]
  })
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}
