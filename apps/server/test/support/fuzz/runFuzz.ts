import { Agent } from 'node:http'
import { startAnvil } from '@relayer/chain-evm/testing'
import type { Configuration } from '@relayer/core'
import fc from 'fast-check'
import { type OperationEntry, operations } from '../../../src/http/operations.ts'
import { buildDocument } from '../../../src/openapi/buildDocument.ts'
import { send } from '../send.ts'
import { startTestServer, testConfiguration } from '../testServer.ts'
import { answerProblems } from './answerProblems.ts'
import { createPool, type Pool } from './createPool.ts'
import { freeSigners } from './fromSchema.ts'
import { type FuzzRequest, fuzzRequest, operationOf } from './fuzzRequest.ts'
import { type ExactRequest, sendKept } from './sendKept.ts'

export interface FuzzOptions {
  /** Per operation. */
  readonly requests: number
  readonly seed: number
  /** Which operations, by `METHOD path` of the table; absent: all. */
  readonly only?: RegExp
  readonly log?: (line: string) => void
}

export interface FuzzReport {
  /** How many answers of which status each operation gave. */
  readonly answered: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** One per operation that answered wrongly, with the smallest request that shows it. */
  readonly failures: readonly string[]
}

/** Operations under fire at the same time. */
const width = 8
/** What relayers of other chain families will be able to do. */
const neverOnEvm: ReadonlySet<string> = new Set(['/api/v1/relayers/:relayerId/sign-transaction'])
/** With fewer requests an operation may by chance get no good one. */
const enough = 200

/**
 * Fires requests at every operation of a real server on a SQLite file and a real node, from a seed that repeats them. An
 * operation that never succeeds although the document says it can was not tested, and is a failure too.
 */
export async function runFuzz({ requests, seed, only = /^/, log = () => {} }: FuzzOptions): Promise<FuzzReport> {
  const anvil = await startAnvil({ blockTime: 1 })
  const server = await startTestServer(fuzzConfiguration(anvil.url), unlimited)
  const agent = new Agent({ keepAlive: true, maxSockets: width })
  const answered = new Map<string, Map<number, number>>()
  const failures: string[] = []
  const document = buildDocument(operations)
  const inFlight = new Set<FuzzRequest & ExactRequest>()
  // the server runs in this process: what nobody catches would have ended it
  const die = (error: Error) => {
    const shown = [...inFlight].map(request => `${request.method} ${request.path.slice(0, 300)}\n${show(request)}`)
    failures.push(`${error.stack ?? error}\nwould have ended the server; in flight:\n${shown.join('\n')}`)
  }
  process.on('uncaughtException', die)

  const fire = async (entry: OperationEntry, request: FuzzRequest, pool: Pool, counts: Map<number, number>) => {
    const { collection, id, path } = await aim(request, pool)
    const exact = { ...request, path }
    inFlight.add(exact)
    const answer = await sendKept(agent, server.port, exact)
      .catch((error: Error) => {
        throw new Error(`${path.slice(0, 300)}: ${error.message}`)
      })
      .finally(() => inFlight.delete(exact))
    const { status } = answer
    counts.set(status, (counts.get(status) ?? 0) + 1)
    const problems = answerProblems(entry, document, request, answer)
    if (problems.length > 0) throw new Error(`${path.slice(0, 300)}: ${problems.join('\n')}`)
    // what has ended can't be changed: the next request gets another
    if (status === 400 && id !== undefined && entry.path.endsWith('/:transactionId')) pool.drop(collection, id)
    // a race: what else was deleted or made under this id meanwhile
    if (status === 404 && id !== undefined) pool.drop(collection, id)
    if (status >= 300) return status === 413 || request.isCorrupt ? goOn(agent, server.port) : undefined
    const made = (answer.body as { data?: { id?: unknown } } | undefined)?.data?.id
    if (entry.method === 'POST' && typeof made === 'string') await pool.add(path.replace(/\/*(?:\?.*)?$/, ''), made)
    if (entry.method === 'DELETE' && id !== undefined) pool.drop(collection, id)
  }

  const check = async (entry: OperationEntry, pool: Pool): Promise<void> => {
    const startedAt = performance.now()
    const name = `${entry.method} ${entry.path}`
    const counts = new Map<number, number>()
    answered.set(name, counts)
    const property = fc.asyncProperty(fuzzRequest(entry, document), request => fire(entry, request, pool, counts))
    const outcome = await fc.check(property, { numRuns: requests, seed })
    const shown = [...counts].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    log(`${name}: ${outcome.failed ? 'FAILED ' : ''}${shown.join(', ')} (${seconds} s)`)
    if (outcome.failed) {
      const [counterexample] = outcome.counterexample ?? []
      failures.push(`${name}\n${show(counterexample)}\n${String(outcome.errorInstance)}`)
      log(failures.at(-1) as string)
    } else if (requests >= enough && canSucceed(entry) && ![...counts.keys()].some(status => status < 300)) {
      failures.push(`${name}: not one of the requests succeeded`)
    }
  }

  const canSucceed = (entry: OperationEntry) =>
    !neverOnEvm.has(entry.path) &&
    Object.keys(operationOf(entry, document).responses).some(status => Number(status) < 300)

  try {
    const pool = await createPool(server.port, document, seed)
    await sendTransactions(server.port, pool)
    const waiting = operations.filter(({ method, path }) => only.test(`${method} ${path}`))
    const work = async (): Promise<void> => {
      for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) await check(entry, pool)
    }
    await Promise.all(Array.from({ length: width }, work))
    // whatever came in, the server still works
    const ready = await send(server.port, 'GET', '/api/v1/ready', { headers: {} })
    if (ready.status !== 200) failures.push(`not ready afterwards: ${ready.text}`)
    const sent = await send(server.port, 'POST', '/api/v1/relayers/main/transactions', { body: transfer(1) })
    if (sent.status >= 300) failures.push(`sends nothing afterwards: ${sent.text}`)
  } finally {
    process.off('uncaughtException', die)
    agent.destroy()
    await server.close()
    await anvil.stop()
  }
  return { answered, failures }
}

/** Limits of the number of requests, as far as the server has them, are not what is tested. */
const unlimited = { RATE_LIMIT_REQUESTS_PER_SECOND: '1000000', RATE_LIMIT_BURST_SIZE: '1000000' }

/** `main` relays; `stuck` is on a network without a node, where nothing gets past `pending`; the free signers are nobody's. */
function fuzzConfiguration(rpcUrl: string): Configuration {
  const { networks, signers, relayers, notifications } = testConfiguration(rpcUrl)
  const keys = [
    ['stuck', '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'],
    ...freeSigners.map((id, index) => [id, `${index + 1}`.padStart(64, '0')] as const),
  ] as const
  return {
    networks: [...networks, ...testConfiguration().networks.map(network => ({ ...network, name: 'spare' }))],
    signers: [
      ...signers,
      ...keys.map(([id, key]) => ({ id, type: 'local', config: {}, secret: JSON.stringify({ key }) })),
    ],
    notifications,
    relayers: [
      ...relayers,
      ...relayers.map(relayer => ({ ...relayer, id: 'stuck', name: 'Stuck', network: 'spare', signerId: 'stuck' })),
    ],
  }
}

/** The path, with ids of what exists now. */
async function aim({ segments, tail }: FuzzRequest, pool: Pool) {
  let path = ''
  let collection = ''
  let id: string | undefined
  for (const segment of segments) {
    collection = path
    id = typeof segment === 'string' ? undefined : await pool.pick(path, segment.index, segment.mayEnd)
    path += `/${typeof segment === 'string' ? segment : encodeURIComponent(id ?? 'nobody')}`
  }
  return { collection, id, path: path + tail }
}

/** The connection that a refused body came on is either still good or properly closed. */
async function goOn(agent: Agent, port: number): Promise<void> {
  const next: ExactRequest = { method: 'GET', path: '/api/v1/health', headers: {} }
  const { status } = await sendKept(agent, port, next)
  if (status !== 200) throw new Error(`the next request on the connection: ${status}`)
}

const transfer = (value: number) => ({ to: `0x${'90f79bf6eb2c4f870365e785982e1f101e93b906'}`, value })

async function sendTransactions(port: number, pool: Pool): Promise<void> {
  for (const relayer of ['main', 'stuck']) {
    const collection = `/api/v1/relayers/${relayer}/transactions`
    for (let value = 0; value < 5; value++) {
      const { body } = await send(port, 'POST', collection, { body: transfer(value) })
      await pool.add(collection, body.data.id)
    }
  }
}

function show(request: FuzzRequest | undefined): string {
  if (request === undefined) return ''
  const body = request.body === undefined ? '' : Buffer.from(request.body).toString('latin1')
  const shown = body.length > 1_000 ? `${body.slice(0, 1_000)}… (${body.length} bytes)` : body
  return `${JSON.stringify(request.headers).slice(0, 600)}\n${shown}`
}
