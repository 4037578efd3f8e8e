import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { createRequestSeries } from './createRequestSeries.ts'

const processingBuckets = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300]
const pickupBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3_600, 14_400, 86_400]
const rpcBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const storeBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/**
 * Every metric of the server but those of Node itself: name, help, labels, buckets. Names without `relayer_` are the ones
 * that dashboards of the other service know. No label ever holds what a client can make up, and none a URL.
 */
export function createInstruments(registry: Registry) {
  const registers = [registry]
  const counter = <const L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = <const L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name, help, labelNames, registers })
  const histogram = <const L extends string>(name: string, help: string, buckets: number[], ...labelNames: L[]) =>
    new Histogram({ name, help, buckets, labelNames, registers })

  return {
    requests: counter('requests_total', 'Requests answered', 'endpoint', 'method', 'status'),
    failedRequests: counter(
      'error_requests_total',
      'Requests answered with 4xx or 5xx',
      'endpoint',
      'method',
      'status',
    ),
    requestSeries: createRequestSeries(registry),
    inFlight: gauge('in_flight_requests', 'Requests being answered', 'endpoint'),
    timeouts: counter('request_timeouts_total', 'Requests answered with 504', 'endpoint', 'method', 'timeout_type'),

    cpuPercent: gauge('cpu_usage_percentage', 'Use of all processors since the last scrape'),
    memoryPercent: gauge('memory_usage_percentage', 'Use of memory of the machine'),
    memoryBytes: gauge('memory_usage_bytes', 'Used memory of the machine'),
    memoryTotalBytes: gauge('total_memory_bytes', 'Memory of the machine'),
    memoryAvailableBytes: gauge('available_memory_bytes', 'Available memory of the machine'),
    diskBytes: gauge('disk_usage_bytes', 'Used bytes of the disk of the working folder'),
    diskPercent: gauge('disk_usage_percentage', 'Use of the disk of the working folder'),
    fileDescriptors: gauge('file_descriptors_count', 'Open files of this process'),
    closeWaitSockets: gauge('close_wait_sockets_count', 'Sockets of this process that only the other side has closed'),

    created: counter('transactions_created_total', 'Transactions accepted', 'relayer_id', 'network_type'),
    submitted: counter(
      'transactions_submitted_total',
      'Transactions that became submitted',
      'relayer_id',
      'network_type',
    ),
    succeeded: counter('transactions_success_total', 'Transactions that were confirmed', 'relayer_id', 'network_type'),
    failed: counter(
      'transactions_failed_total',
      'Transactions that ended in any other way',
      'relayer_id',
      'network_type',
      'failure_reason',
      'previous_status',
    ),
    byStatus: gauge('transactions_by_status', 'Transactions in the store', 'relayer_id', 'network_type', 'status'),
    processingSeconds: histogram(
      'transaction_processing_seconds',
      'Time between two stages of a transaction',
      processingBuckets,
      'relayer_id',
      'network_type',
      'stage',
    ),
    pickupSeconds: histogram(
      'queue_pickup_latency_seconds',
      'Time from when work was due until it began',
      pickupBuckets,
      'queue_type',
      'backend',
    ),
    rpcSeconds: histogram(
      'rpc_call_latency_seconds',
      'Time of RPC calls; a batch counts once per method',
      rpcBuckets,
      'relayer_id',
      'network_type',
      'operation_name',
    ),
    rpcFailures: counter(
      'api_rpc_failures_total',
      'RPC calls that were lost or refused for their rate',
      'relayer_id',
      'network_type',
      'operation_name',
      'error_type',
    ),

    rpcRequests: counter(
      'relayer_rpc_requests_total',
      'HTTP requests to RPC endpoints, by their label',
      'network',
      'endpoint',
      'outcome',
    ),
    rpcRequestSeconds: histogram(
      'relayer_rpc_request_seconds',
      'Time of HTTP requests to RPC endpoints',
      rpcBuckets,
      'network',
      'endpoint',
    ),
    lanesHeld: gauge('relayer_lanes_held', 'Lanes that this process drives'),
    laneCommits: counter('relayer_lane_commits_total', 'Commits of lanes', 'result'),
    runSeconds: histogram(
      'relayer_reconcile_seconds',
      'Time of one run of a lane or of deliveries',
      storeBuckets,
      'queue_type',
    ),
    runFailures: counter('relayer_reconcile_failures_total', 'Runs that ended in an exception', 'queue_type'),
    commitSeconds: histogram('relayer_store_commit_seconds', 'Time of commits', storeBuckets, 'operation'),
    storeFailures: counter('relayer_store_failures_total', 'Commits that the store refused', 'operation'),
    outboxEvents: counter('relayer_outbox_events_total', 'Events committed that a webhook target is to be told'),
    deliveries: counter('relayer_outbox_deliveries_total', 'Attempts to deliver an event', 'result'),
    webhookSeconds: histogram('relayer_webhook_seconds', 'Time of webhook requests', rpcBuckets, 'result'),
  }
}

export type Instruments = ReturnType<typeof createInstruments>
