/** Settings of the other service (`contract/ops.md` 2) that have no meaning here, or none yet. */
const names: ReadonlySet<string> = new Set([
  'REPOSITORY_STORAGE_TYPE',
  'RATE_LIMIT_BURST',
  'ENABLE_SWAGGER',
  'TOKIO_WORKER_THREADS',
  'ACTIX_WORKERS',
  'DISTRIBUTED_MODE',
  'QUEUE_BACKEND',
  'LOG_FORMAT',
])

const used = new Set(['PROVIDER_FAILURE_THRESHOLD', 'PROVIDER_PAUSE_DURATION_SECS', 'PROVIDER_FAILURE_EXPIRATION_SECS'])
const families = /^(REDIS_|PROVIDER_|STELLAR_|SQS_|PUBSUB_|RABBITMQ_|BACKGROUND_WORKER_|PLUGIN_)/

/** Those of the given names that are known and without effect, sorted; one log line tells of them. */
export function ignoredVariables(present: readonly string[]): readonly string[] {
  return present.filter(name => names.has(name) || (families.test(name) && !used.has(name))).sort()
}
