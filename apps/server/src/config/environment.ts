import { join, resolve } from 'node:path'
import { startError } from '../cli/startError.ts'
import { type DatabaseUrl, parseDatabaseUrl } from './databaseUrl.ts'
import { defaultEdge, type EdgeSettings } from '../http/edgeSettings.ts'
import { ignoredVariables } from './ignoredVariables.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** A century. */
const maxHours = 876_000
const logLevels = ['trace', 'debug', 'info', 'warn', 'error'] as const

/** What the environment says, checked. Paths are absolute. */
export interface Environment extends EdgeSettings {
  readonly root: string
  readonly production: boolean
  readonly host: string
  readonly port: number
  readonly apiKey: string | null
  readonly requestTimeoutMs: number
  readonly maxConnections: number
  readonly backlog: number
  /** The port of the metrics server; null: there is none. */
  readonly metricsPort: number | null
  readonly configPath: string
  readonly networksFolder: string
  readonly database: DatabaseUrl
  /** 32 bytes; null: unset. */
  readonly encryptionKey: Uint8Array | null
  readonly resetStorage: boolean
  readonly rpcTimeoutMs: number
  /** Failures in a row after which an endpoint is left alone for `rpcPauseMs`; older than `rpcFailureExpiryMs` they don't count. */
  readonly rpcFailureThreshold: number
  readonly rpcPauseMs: number
  readonly rpcFailureExpiryMs: number
  /** Clients may use `anvil_*` and the like through …/rpc: development mode only, no variable switches it on. */
  readonly developmentMethods: boolean
  readonly rpcAllowedHosts: readonly string[]
  readonly rpcBlockPrivateIps: boolean
  /** How long finished transactions, events and idempotency keys are kept. */
  readonly transactionRetentionMs: number
  readonly eventRetentionMs: number
  readonly idempotencyMs: number
  /** Requests with `Prefer: wait` that wait at a time. */
  readonly maxWaiters: number
  /** How often relayers that work are looked at; 0: never, and none is disabled. */
  readonly healthMs: number
  readonly logLevel: (typeof logLevels)[number] | null
  /** Where the log goes instead of stdout; null: stdout. */
  readonly logFile: { readonly folder: string; readonly maxBytes: number } | null
  readonly wireFees: 'integer' | 'string'
  readonly anvilBin: string | null
  /** Values that must never be shown: of the variables that are secret by their meaning or their name. */
  readonly secrets: readonly string[]
  /** Names that are set and that this server has no use for. */
  readonly ignored: readonly string[]
  /** Any other variable: those that the config file names. Empty counts as unset. */
  lookup(name: string): string | undefined
}

/** Reads the variables of `contract/ops.md` 2. Throws a sentence that names the variable and the reason. */
export function parseEnvironment(variables: Variables, root: string): Environment {
  const lookup = (name: string): string | undefined => variables[name] || undefined
  const flag = (name: string): boolean => lookup(name)?.toLowerCase() === 'true'
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const text = lookup(name)
    if (text === undefined) return fallback
    if (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
    throw startError(`${name} must be an integer from ${min} to ${max}`)
  }
  const hours = (name: string, fallback: number, min: number): number => {
    const text = lookup(name)
    const given = text === undefined ? fallback : /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
    if (given >= min && given <= maxHours) return Math.round(given * 3_600_000)
    throw startError(`${name} must be a number of hours from ${min} to ${maxHours}`)
  }
  /** A setting that has an older name too. */
  const either = (name: string, older: string): string =>
    lookup(name) === undefined && lookup(older) !== undefined ? older : name
  const oneOf = <T extends string>(name: string, values: readonly T[]): T | null => {
    const text = lookup(name)?.toLowerCase()
    if (text === undefined) return null
    const value = values.find(candidate => candidate === text)
    if (value === undefined) throw startError(`${name} must be one of ${values.join(', ')}`)
    return value
  }

  // a limit that is no number is a mistake in every mode
  const logFile = {
    folder: resolve(root, flag('IN_DOCKER') ? 'logs' : (lookup('LOG_DATA_DIR') ?? 'logs')),
    maxBytes: integer('LOG_MAX_SIZE', 1_073_741_824, 1, 999_999_999_999_999),
  }
  const configFolder = resolve(root, flag('IN_DOCKER') ? 'config' : (lookup('CONFIG_DIR') ?? 'config'))
  return {
    root,
    production: lookup('NODE_ENV') === 'production',
    host: lookup('HOST') ?? '0.0.0.0',
    port: integer('APP_PORT', 8080, 0, 65_535),
    apiKey: parseApiKey(lookup('API_KEY')),
    requestTimeoutMs: integer('REQUEST_TIMEOUT_SECONDS', 30, 1, 86_400) * 1000,
    ratePerSecond: integer('RATE_LIMIT_REQUESTS_PER_SECOND', defaultEdge.ratePerSecond, 1, 1_000_000),
    rateBurst: integer('RATE_LIMIT_BURST_SIZE', defaultEdge.rateBurst, 1, 10_000_000),
    concurrencyLimit: integer('RELAYER_CONCURRENCY_LIMIT', defaultEdge.concurrencyLimit, 1, 1_000_000),
    proxyHops: integer('TRUSTED_PROXY_HOPS', defaultEdge.proxyHops, 0, 10),
    corsOrigins: parseOrigins(lookup('CORS_ALLOWED_ORIGINS')),
    maxConnections: integer('MAX_CONNECTIONS', 10_000, 1, 1_000_000),
    backlog: integer('CONNECTION_BACKLOG', 511, 1, 65_535),
    metricsPort: flag('METRICS_ENABLED') ? integer('METRICS_PORT', 8081, 0, 65_535) : null,
    configPath: join(configFolder, lookup('CONFIG_FILE_NAME') ?? 'config.json'),
    networksFolder: resolve(root, 'config/networks'),
    database: parseDatabaseUrl(lookup('DATABASE_URL') ?? 'sqlite:./data/relayer.sqlite', root),
    encryptionKey: parseEncryptionKey(lookup('STORAGE_ENCRYPTION_KEY')),
    resetStorage: flag('RESET_STORAGE_ON_START'),
    rpcTimeoutMs: integer('RPC_TIMEOUT_MS', 10_000, 1, 3_600_000),
    rpcFailureThreshold: integer(either('PROVIDER_FAILURE_THRESHOLD', 'RPC_FAILURE_THRESHOLD'), 3, 1, 1_000),
    rpcPauseMs: integer(either('PROVIDER_PAUSE_DURATION_SECS', 'RPC_PAUSE_DURATION_SECS'), 60, 1, 86_400) * 1000,
    rpcFailureExpiryMs: integer('PROVIDER_FAILURE_EXPIRATION_SECS', 60, 1, 86_400) * 1000,
    developmentMethods: false,
    rpcAllowedHosts: (lookup('RPC_ALLOWED_HOSTS') ?? '')
      .split(',')
      .map(host => host.trim())
      .filter(host => host !== ''),
    rpcBlockPrivateIps: flag('RPC_BLOCK_PRIVATE_IPS'),
    logLevel: oneOf('LOG_LEVEL', logLevels) ?? rustLogLevel(lookup('RUST_LOG')),
    logFile: oneOf('LOG_MODE', ['stdout', 'file']) === 'file' ? logFile : null,
    transactionRetentionMs: hours('TRANSACTION_EXPIRATION_HOURS', 4, 0),
    eventRetentionMs: hours('EVENT_RETENTION_HOURS', 24, 0),
    idempotencyMs: hours('IDEMPOTENCY_RETENTION_HOURS', 24, 24),
    maxWaiters: integer('WAIT_CONCURRENCY_LIMIT', 500, 0, 100_000),
    healthMs: integer('RELAYER_HEALTH_INTERVAL_SECONDS', 60, 0, 86_400) * 1000,
    wireFees: oneOf('WIRE_FEES', ['integer', 'string']) ?? 'integer',
    anvilBin: lookup('ANVIL_BIN') ?? null,
    ignored: ignoredVariables(Object.keys(variables).filter(name => lookup(name) !== undefined)),
    secrets: secretsIn(variables),
    lookup,
  }
}

/** Of `info,some_module=debug` the part that is for everything; null: there is none. */
function rustLogLevel(text: string | undefined): Environment['logLevel'] {
  const parts = (text ?? '').toLowerCase().split(',')
  return logLevels.find(level => parts.includes(level)) ?? null
}

/** A comma list of origins as browsers write them, or `*`. */
function parseOrigins(text: string | undefined): readonly string[] {
  const origins = (text ?? '').split(',').map(origin => origin.trim())
  return origins.filter(origin => {
    const isOrigin = origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)
    if (origin !== '' && !isOrigin) {
      throw startError(`CORS_ALLOWED_ORIGINS must list origins such as https://app.example, or be *`)
    }
    return origin !== ''
  })
}

/** The config file may name any variable, so it is the name that tells; of a URL its password too, in both spellings. */
function secretsIn(variables: Variables): readonly string[] {
  const secret = /KEY|SECRET|PASS|TOKEN|MNEMONIC|CREDENTIAL|_URL$/i
  return Object.entries(variables).flatMap(([name, text]) => {
    if (!text || !secret.test(name)) return []
    const password = URL.canParse(text) ? new URL(text).password : ''
    return password === '' ? [text] : [text, password, decode(password)]
  })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parseApiKey(text: string | undefined): string | null {
  if (text === undefined) return null
  if (Buffer.byteLength(text) < 32) throw startError('API_KEY must be at least 32 characters long')
  // a key that no Authorization header can carry would lock everybody out
  if (!/^[\x21-\x7e]+$/.test(text)) throw startError('API_KEY must consist of visible ASCII characters without spaces')
  return text
}

function parseEncryptionKey(text: string | undefined): Uint8Array | null {
  if (text === undefined) return null
  const key = Buffer.from(text, 'base64')
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text) || key.length !== 32) {
    throw startError('STORAGE_ENCRYPTION_KEY must be base64 of exactly 32 bytes (`openssl rand -base64 32` makes one)')
  }
  return key
}
