import * as sdk from '@openzeppelin/relayer-sdk'
import { startAnvil } from '@relayer/chain-evm/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { apiKey, authorization, send } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const path = '/api/v1/relayers/main/transactions'
let anvil: Awaited<ReturnType<typeof startAnvil>>
let server: TestServer
let port: number
beforeAll(async () => {
  anvil = await startAnvil({ blockTime: 1 })
  server = await startTestServer(testConfiguration(`${anvil.url}/?key=SECRET`), {
    METRICS_ENABLED: 'True',
    METRICS_PORT: '0',
  })
  port = server.metricsPort as number
})
afterAll(async () => {
  await server.close()
  await anvil.stop()
})

const scrape = async () => (await send(port, 'GET', '/debug/metrics/scrape', { headers: {} })).text
/** The value of one sample; labels in any order. */
async function sample(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number | undefined> {
  for (const line of (await scrape()).split('\n')) {
    const [, found, inside = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (found !== name) continue
    if (Object.entries(labels).every(([key, text]) => inside.includes(`${key}="${text}"`))) return Number(value)
  }
  return undefined
}

async function post(body: object): Promise<string> {
  const { status, body: answer } = await send(server.port, 'POST', path, { body })
  expect(status).toBe(200)
  return answer.data.id
}

async function ended(id: string): Promise<string> {
  return until('the end', async () => {
    const { status } = (await send(server.port, 'GET', `${path}/${id}`)).body.data
    return ['confirmed', 'failed', 'expired', 'canceled'].includes(status) ? status : undefined
  })
}

describe('http.md 6: the metrics server', () => {
  it('lists names as a bare array, only those that have a value', async () => {
    await send(server.port, 'GET', '/api/v1/health')
    const { status, headers, body } = await send(port, 'GET', '/metrics', { headers: {} })
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(body).toContain('requests_total')
    expect(body).not.toContain('request_timeouts_total')
  })

  it('gives one metric in Prometheus text, or 404 Metric not found', async () => {
    const one = await send(port, 'GET', '/metrics/total_memory_bytes', { headers: {} })
    expect([one.status, one.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(one.text).toMatch(
      /^# HELP total_memory_bytes .*\n# TYPE total_memory_bytes gauge\ntotal_memory_bytes \d+\n?$/,
    )
    for (const name of ['none', 'constructor', '__proto__']) {
      const none = await send(port, 'GET', `/metrics/${name}`, { headers: {} })
      expect([none.status, none.text]).toEqual([404, 'Metric not found'])
    }
  })

  it('has nothing else, and no key is asked for', async () => {
    const { status, body } = await send(port, 'GET', '/api/v1/relayers', { headers: {} })
    expect([status, body.success]).toEqual([404, false])
    expect((await send(port, 'POST', '/metrics', { headers: {} })).status).toBe(404)
    expect((await send(port, 'GET', '//metrics/', { headers: {} })).status).toBe(200)
  })

  it('has its three operations on the API listener too, there with a key', async () => {
    for (const name of ['/metrics', '/metrics/requests_total', '/debug/metrics/scrape']) {
      expect((await send(server.port, 'GET', `/api/v1${name}`, { headers: {} })).status).toBe(401)
      expect((await send(server.port, 'GET', `/api/v1${name}`)).status).toBe(200)
    }
  })

  it('is not there unless METRICS_ENABLED says true', async () => {
    const other = await startTestServer()
    expect(other.metricsPort).toBeNull()
    expect((await send(other.port, 'GET', '/api/v1/metrics')).status).toBe(200)
    await other.close()
  })

  it('answers MetricsApi and HealthApi of the unmodified SDK', async () => {
    const metrics = new sdk.MetricsApi(new sdk.Configuration({ basePath: `http://127.0.0.1:${port}` }))
    const scraped = (await metrics.scrapeMetrics()).data as unknown as string
    expect(scraped).toContain('# TYPE request_latency_seconds histogram')
    // All that have a value, and what got its first one between the two calls.
    const withValue = (text: string) => [...text.matchAll(/^# TYPE (\w+) \w+\n(?=\w)/gm)].map(([, name]) => name)
    const listed = (await metrics.listMetrics()).data
    expect(listed).toEqual(expect.arrayContaining(withValue(scraped)))
    expect(withValue((await metrics.scrapeMetrics()).data as unknown as string)).toEqual(expect.arrayContaining(listed))
    expect((await metrics.metricDetail('requests_total')).data).toMatch(
      /^# HELP requests_total .*\n# TYPE requests_total counter\n(requests_total\{[^\n]+\} \d+\n?)+$/,
    )
    await expect(metrics.metricDetail('none')).rejects.toMatchObject({ response: { status: 404 } })
    const health = new sdk.HealthApi(
      new sdk.Configuration({ basePath: `http://127.0.0.1:${server.port}`, accessToken: apiKey }),
    )
    expect((await health.health()).data).toBe('OK')
    expect((await health.readiness()).data).toMatchObject({ ready: true })
  })
})

describe('ops.md 6.2: requests and machine', () => {
  it('counts by route pattern, method and status, never by what a client made up', async () => {
    const labels = { endpoint: '/api/v1/relayers/{relayer_id}/transactions/{transaction_id}', method: 'GET' }
    const before = (await sample('requests_total', { ...labels, status: '404 Not Found' })) ?? 0
    await send(server.port, 'GET', `${path}/made-up`)
    expect(await sample('requests_total', { ...labels, status: '404 Not Found' })).toBe(before + 1)
    expect(await sample('error_requests_total', { ...labels, status: '404 Not Found' })).toBe(before + 1)
    expect(await sample('request_latency_seconds_count', { ...labels, status: '404 Not Found' })).toBe(before + 1)
    expect(await sample('request_latency_seconds_bucket', { ...labels, le: '100' })).toBeGreaterThan(0)
    expect(await sample('in_flight_requests', { endpoint: labels.endpoint })).toBe(0)
    await send(server.port, 'GET', '/api/v1/made-up')
    await send(server.port, 'PROPFIND', '/api/v1/made-up')
    expect(await sample('requests_total', { endpoint: 'unmatched', method: 'OTHER', status: '404 Not Found' })).toBe(1)
    expect(await scrape()).not.toContain('made-up')
    const health = { endpoint: '/api/v1/health', status: '200 OK' }
    expect(await sample('requests_total', health)).toBeGreaterThan(0)
    expect(await sample('error_requests_total', health)).toBeUndefined()
  })

  it.each([
    'cpu_usage_percentage',
    'memory_usage_percentage',
    'memory_usage_bytes',
    'total_memory_bytes',
    'available_memory_bytes',
    'disk_usage_bytes',
    'disk_usage_percentage',
    'file_descriptors_count',
    'close_wait_sockets_count',
    'nodejs_eventloop_lag_seconds',
    'process_cpu_seconds_total',
  ])('has %s', async name => {
    expect(await sample(name)).toBeGreaterThanOrEqual(0)
  })
})

describe('ops.md 6.3: transactions and RPC', () => {
  const owner = { relayer_id: 'main', network_type: 'evm' }

  it('follows a transaction from created to confirmed, once at each stage', async () => {
    const id = await post({ to, value: 1, speed: 'fast', gas_limit: 21_000 })
    expect(await ended(id)).toBe('confirmed')
    expect(await sample('transactions_created_total', owner)).toBe(1)
    expect(await sample('transactions_submitted_total', owner)).toBe(1)
    expect(await sample('transactions_success_total', owner)).toBe(1)
    expect(await sample('transactions_failed_total', owner)).toBeUndefined()
    expect(await sample('transactions_by_status', { ...owner, status: 'confirmed' })).toBe(1)
    for (const stage of ['creation_to_submission', 'submission_to_confirmation', 'creation_to_confirmation']) {
      expect(await sample('transaction_processing_seconds_count', { ...owner, stage })).toBe(1)
    }
  })

  it('counts what comes in a batch under an idempotency key', async () => {
    const before = (await sample('transactions_created_total', owner)) as number
    const body = { transactions: [1, 2].map(value => ({ to, value, speed: 'fast', gas_limit: 21_000 })) }
    const headers = { ...authorization, 'Content-Type': 'application/json', 'Idempotency-Key': 'metrics' }
    for (const status of [200, 200]) {
      expect((await send(server.port, 'POST', `${path}/batch`, { body, headers })).status).toBe(status)
    }
    expect(await sample('transactions_created_total', owner)).toBe(before + 2)
  })

  it('tells why one ended otherwise and from where', async () => {
    // a contract whose creation reverts
    const id = await post({ value: 0, data: '0x60006000fd', speed: 'fast', gas_limit: 100_000 })
    expect(await ended(id)).toBe('failed')
    const labels = { ...owner, failure_reason: 'failed' }
    expect(await sample('transactions_failed_total', labels)).toBe(1)
  })

  it('measures RPC calls by method and by the label of the endpoint, never its URL', async () => {
    const labels = { relayer_id: 'unknown', network_type: 'evm', operation_name: 'eth_sendRawTransaction' }
    expect(await sample('rpc_call_latency_seconds_count', labels)).toBeGreaterThan(0)
    const request = { network: 'evm:anvil', endpoint: 'rpc1', outcome: 'answered' }
    expect(await sample('relayer_rpc_requests_total', request)).toBeGreaterThan(0)
    const text = await scrape()
    expect(text).not.toContain('SECRET')
    expect(text).not.toContain(new URL(anvil.url).host)
    expect(text).not.toContain(authorization.Authorization)
  })

  it('shows lanes, commits, runs and the wait for them', async () => {
    expect(await sample('relayer_lanes_held')).toBe(1)
    expect(await sample('relayer_lane_commits_total', { result: 'committed' })).toBeGreaterThan(0)
    for (const operation of ['create', 'lane']) {
      expect(await sample('relayer_store_commit_seconds_count', { operation })).toBeGreaterThan(0)
    }
    expect(await sample('relayer_reconcile_seconds_count', { queue_type: 'lane' })).toBeGreaterThan(0)
    const queue = { queue_type: 'lane', backend: 'memory' }
    expect(await sample('queue_pickup_latency_seconds_count', queue)).toBeGreaterThan(0)
  })
})
