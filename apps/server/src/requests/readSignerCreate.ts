import { type CreateSignerInput, type JsonObject, RelayerError } from '@relayer/core'
import { signerKind, signerRequest } from '@relayer/schemas'
import { refuseHost, type RpcUrlRules } from '../config/checkRpcUrl.ts'
import { readShape } from '../http/readShape.ts'
import { splitSignerConfig } from './splitSignerConfig.ts'

/** The body of POST /signers, split into what may be shown and the secret rest. */
export function readSignerCreate(body: unknown, rules: RpcUrlRules): CreateSignerInput {
  const { id, type, config } = readShape(signerRequest, body)
  refuseLocalFiles(config)
  refuseHosts(config as JsonObject, rules)
  return { id: id ?? null, type, ...splitSignerConfig(signerKind(type), config as JsonObject) }
}

/** A path on this machine comes from its operator (the config file), never from a client. */
function refuseLocalFiles(config: object): void {
  if ('federated_token_file' in config && typeof config.federated_token_file === 'string') {
    throw new RelayerError('INVALID_REQUEST', 'federated_token_file can only be set in the config file')
  }
}

/** Fields of all signer types that hold a URL which this server may come to call. */
const urlFields: ReadonlySet<string> = new Set([
  'address',
  'vault_url',
  'auth_uri',
  'token_uri',
  'auth_provider_x509_cert_url',
  'client_x509_cert_url',
])

/** A client must not make this server call what only this server can reach. */
function refuseHosts(config: JsonObject, rules: RpcUrlRules, prefix = ''): void {
  for (const [name, value] of Object.entries(config)) {
    if (typeof value === 'object' && value !== null) refuseHosts(value as JsonObject, rules, `${prefix}${name}.`)
    if (typeof value !== 'string' || !urlFields.has(name)) continue
    const refusal = refuseHost(value, rules)
    if (refusal === null) continue
    throw new RelayerError('INVALID_REQUEST', `Invalid signer configuration: ${prefix}${name}: ${refusal}`)
  }
}
