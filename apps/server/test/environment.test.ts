import { describe, expect, it } from 'vitest'
import { parseEnvironment } from '../src/config/environment.ts'
import { checkRpcUrl } from '../src/config/checkRpcUrl.ts'

const parse = (variables: Readonly<Record<string, string>>) => parseEnvironment(variables, '/project')

describe('parseEnvironment', () => {
  it('has the defaults of the contract', () => {
    expect(parse({})).toMatchObject({
      production: false,
      host: '0.0.0.0',
      port: 8080,
      apiKey: null,
      requestTimeoutMs: 30_000,
      ratePerSecond: 100,
      rateBurst: 300,
      concurrencyLimit: 1_000,
      maxConnections: 10_000,
      backlog: 511,
      proxyHops: 0,
      corsOrigins: [],
      metricsPort: null,
      configPath: '/project/config/config.json',
      networksFolder: '/project/config/networks',
      database: { kind: 'sqlite', url: 'sqlite:/project/data/relayer.sqlite', path: '/project/data/relayer.sqlite' },
      encryptionKey: null,
      resetStorage: false,
      rpcTimeoutMs: 10_000,
      rpcAllowedHosts: [],
      rpcBlockPrivateIps: false,
      logLevel: null,
      logFile: null,
      wireFees: 'integer',
      transactionRetentionMs: 4 * 3_600_000,
      eventRetentionMs: 24 * 3_600_000,
      idempotencyMs: 24 * 3_600_000,
      maxWaiters: 500,
      ignored: [],
    })
  })

  it('reads what is set', () => {
    const environment = parse({
      APP_PORT: '9',
      CONFIG_DIR: './etc',
      CONFIG_FILE_NAME: 'c.json',
      DATABASE_URL: 'postgres://u:p@h/d',
      STORAGE_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      RESET_STORAGE_ON_START: 'True',
      LOG_LEVEL: 'DEBUG',
      RPC_ALLOWED_HOSTS: ' a.example, b.example,',
      WIRE_FEES: 'string',
      TRANSACTION_EXPIRATION_HOURS: '0.5',
      EVENT_RETENTION_HOURS: '48',
      IDEMPOTENCY_RETENTION_HOURS: '168',
      WAIT_CONCURRENCY_LIMIT: '0',
      RATE_LIMIT_REQUESTS_PER_SECOND: '7',
      RATE_LIMIT_BURST_SIZE: '8',
      RELAYER_CONCURRENCY_LIMIT: '9',
      CORS_ALLOWED_ORIGINS: 'https://a.example, http://b.example:81',
      METRICS_ENABLED: 'TRUE',
    })
    expect(environment).toMatchObject({
      port: 9,
      configPath: '/project/etc/c.json',
      database: { kind: 'postgres', url: 'postgres://u:p@h/d' },
      resetStorage: true,
      logLevel: 'debug',
      rpcAllowedHosts: ['a.example', 'b.example'],
      wireFees: 'string',
      transactionRetentionMs: 1_800_000,
      eventRetentionMs: 48 * 3_600_000,
      idempotencyMs: 168 * 3_600_000,
      maxWaiters: 0,
      ratePerSecond: 7,
      rateBurst: 8,
      concurrencyLimit: 9,
      corsOrigins: ['https://a.example', 'http://b.example:81'],
      metricsPort: 8081,
      secrets: expect.arrayContaining(['postgres://u:p@h/d', 'p']),
    })
    expect(environment.encryptionKey).toHaveLength(32)
  })

  it('IN_DOCKER fixes the folders', () => {
    const environment = parse({ IN_DOCKER: 'true', CONFIG_DIR: '/etc', LOG_MODE: 'file', LOG_DATA_DIR: '/var/log' })
    expect(environment.configPath).toBe('/project/config/config.json')
    expect(environment.logFile?.folder).toBe('/project/logs')
  })

  it('reads where the log goes, and how much of it', () => {
    expect(parse({ LOG_MODE: 'FILE' }).logFile).toEqual({ folder: '/project/logs', maxBytes: 1_073_741_824 })
    expect(parse({ LOG_MODE: 'file', LOG_DATA_DIR: 'l', LOG_MAX_SIZE: '5' }).logFile).toEqual({
      folder: '/project/l',
      maxBytes: 5,
    })
    expect(parse({ LOG_MODE: 'stdout', LOG_DATA_DIR: 'l' }).logFile).toBeNull()
    expect(parse({ RUST_LOG: 'sqlx=trace,Debug' }).logLevel).toBe('debug')
    expect(parse({ RUST_LOG: 'sqlx=trace' }).logLevel).toBeNull()
    expect(parse({ RUST_LOG: 'debug', LOG_LEVEL: 'error' }).logLevel).toBe('error')
  })

  it.each([
    ['REPOSITORY_STORAGE_TYPE'],
    ['REDIS_URL'],
    ['REDIS_READER_URL'],
    ['REDIS_POOL_MAX_SIZE'],
    ['REDIS_READER_POOL_MAX_SIZE'],
    ['REDIS_POOL_TIMEOUT_MS'],
    ['REDIS_CONNECTION_TIMEOUT_MS'],
    ['REDIS_CONNECTION_MAX_AGE_MS'],
    ['REDIS_KEY_PREFIX'],
    ['QUEUE_BACKEND'],
    ['DISTRIBUTED_MODE'],
    ['SQS_QUEUE_TYPE'],
    ['PUBSUB_PROJECT_ID'],
    ['RABBITMQ_URL'],
    ['BACKGROUND_WORKER_NOTIFICATION_SENDER_CONCURRENCY'],
    ['TOKIO_WORKER_THREADS'],
    ['ACTIX_WORKERS'],
    ['ENABLE_SWAGGER'],
    ['STELLAR_STATUS_RETRY_MAX_MS'],
  ])('%s has no effect here and is named', name => {
    expect(parse({ [name]: 'SECRET' }).ignored).toEqual([name])
  })

  it('lists what it knows and has no use for', () => {
    expect(
      parse({ REDIS_URL: 'redis://:password@h', QUEUE_BACKEND: 'sqs', PATH: '/bin', LOG_FORMAT: '' }).ignored,
    ).toEqual(['QUEUE_BACKEND', 'REDIS_URL'])
  })

  it.each([
    [{ APP_PORT: 'http' }, 'APP_PORT must be an integer from 0 to 65535'],
    [{ APP_PORT: '65536' }, 'APP_PORT must be'],
    [{ APP_PORT: '-1' }, 'APP_PORT must be'],
    [{ APP_PORT: '1.5' }, 'APP_PORT must be'],
    [{ REQUEST_TIMEOUT_SECONDS: '0' }, 'REQUEST_TIMEOUT_SECONDS must be'],
    [{ RPC_TIMEOUT_MS: 'soon' }, 'RPC_TIMEOUT_MS must be'],
    [{ RATE_LIMIT_REQUESTS_PER_SECOND: '0' }, 'RATE_LIMIT_REQUESTS_PER_SECOND must be an integer from 1 to 1000000'],
    [{ RATE_LIMIT_BURST_SIZE: '0' }, 'RATE_LIMIT_BURST_SIZE must be'],
    [{ RELAYER_CONCURRENCY_LIMIT: '0' }, 'RELAYER_CONCURRENCY_LIMIT must be'],
    [{ MAX_CONNECTIONS: 'x' }, 'MAX_CONNECTIONS must be'],
    [{ TRUSTED_PROXY_HOPS: '11' }, 'TRUSTED_PROXY_HOPS must be'],
    [{ CORS_ALLOWED_ORIGINS: 'a.example' }, 'CORS_ALLOWED_ORIGINS must list origins'],
    [{ CORS_ALLOWED_ORIGINS: 'https://a.example/' }, 'CORS_ALLOWED_ORIGINS must list origins'],
    [{ METRICS_ENABLED: 'true', METRICS_PORT: '65536' }, 'METRICS_PORT must be'],
    [{ API_KEY: 'x'.repeat(31) }, 'API_KEY must be at least 32 characters long'],
    [{ API_KEY: `${'x'.repeat(32)} ` }, 'API_KEY must consist of'],
    [{ STORAGE_ENCRYPTION_KEY: 'SECRET' }, 'STORAGE_ENCRYPTION_KEY must be base64'],
    [{ STORAGE_ENCRYPTION_KEY: Buffer.alloc(31).toString('base64') }, 'STORAGE_ENCRYPTION_KEY must be base64'],
    [{ DATABASE_URL: 'mysql://u:SECRET@h/d' }, 'DATABASE_URL must be'],
    [{ DATABASE_URL: 'sqlite::memory:' }, 'DATABASE_URL must name a file'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ TRANSACTION_EXPIRATION_HOURS: '-1' }, 'TRANSACTION_EXPIRATION_HOURS must be a number of hours from 0 to 876000'],
    [{ TRANSACTION_EXPIRATION_HOURS: '1e3' }, 'TRANSACTION_EXPIRATION_HOURS must be'],
    [{ EVENT_RETENTION_HOURS: 'SECRET' }, 'EVENT_RETENTION_HOURS must be'],
    [
      { IDEMPOTENCY_RETENTION_HOURS: '23.9' },
      'IDEMPOTENCY_RETENTION_HOURS must be a number of hours from 24 to 876000',
    ],
    [{ WAIT_CONCURRENCY_LIMIT: '-1' }, 'WAIT_CONCURRENCY_LIMIT must be'],
    [{ LOG_MODE: 'syslog' }, 'LOG_MODE must be one of stdout, file'],
    [{ LOG_MAX_SIZE: '1GB' }, 'LOG_MAX_SIZE must be an integer'],
    [{ WIRE_FEES: 'hex' }, 'WIRE_FEES must be one of'],
  ])('names the variable and the reason, never the value: %j', (variables, message) => {
    expect(() => parse(variables as Record<string, string>)).toThrow(message)
    expect(() => parse(variables as Record<string, string>)).not.toThrow('SECRET')
  })
})

describe('checkRpcUrl', () => {
  const open = { rpcAllowedHosts: [], rpcBlockPrivateIps: false }
  const closed = { rpcAllowedHosts: [], rpcBlockPrivateIps: true }
  it.each([
    ['https://rpc.example/KEY', open, null],
    ['http://127.0.0.1:8545', open, null],
    ['http://0.0.0.0', open, /Unspecified/],
    ['http://[::]', open, /Unspecified/],
    ['http://[::ffff:169.254.169.254]/', open, /metadata/i],
    ['http://metadata.google.internal/', open, /metadata/i],
    ['http://[fd00:ec2::254]/', open, /metadata/i],
    ['http://127.1/', closed, /Loopback/],
    ['http://[::1]/', closed, /Loopback/],
    ['http://[::ffff:10.0.0.1]/', closed, /Private/],
    ['http://172.31.255.255/', closed, /Private/],
    ['http://172.32.0.1/', closed, null],
    ['http://169.254.1.1/', closed, /Link-local/],
    ['http://localhost/', closed, /Hostname 'localhost' is not allowed/],
    // a dot at the end makes a name absolute, and no other name
    ['http://metadata.google.internal./', open, /metadata/i],
    ['http://localhost./', closed, /Hostname 'localhost' is not allowed/],
    ['http://a.internal./', closed, /Hostname 'a.internal' is not allowed/],
    ['https://rpc.example./KEY', { ...closed, rpcAllowedHosts: ['rpc.example'] }, null],
    ['http://a.b.internal/KEY', closed, /\[path redacted\]/],
    ['nothing', open, /\[invalid URL\]/],
    ['file:///etc/passwd', open, /Invalid URL scheme 'file'/],
  ])('%s', (url, rules, refusal) => {
    const reason = checkRpcUrl(url, rules)
    if (refusal === null) expect(reason).toBeNull()
    else expect(reason).toMatch(refusal)
    expect(reason ?? '').not.toContain('KEY')
  })
})
