/**
 * The server's HTTP and engine without its lane: what is accepted stays `pending`. Run as a process of its own with the
 * path of an SQLite file, or `memory`: the difference is what the database costs, the rest what the lane costs.
 */
import { createMemoryStore } from '@relayer/core/testing'
import { openStore } from '@relayer/store-knex'
import { createApp } from '../../src/http/createApp.ts'
import { listen } from '../../src/composition/listen.ts'
import { openEngine } from './engineOnFile.ts'

const [file = 'memory', apiKey = ''] = process.argv.slice(2)
const encryption = { keys: [{ id: 'k', key: new Uint8Array(32) }], current: 'k' }
const store =
  file === 'memory' ? createMemoryStore({ now: Date.now }) : await openStore(`sqlite:${file}`, { encryption })
const { engine, logger } = await openEngine(store, 0)
const app = createApp({
  engine,
  logger,
  apiKey,
  rpcUrlRules: { rpcAllowedHosts: [], rpcBlockPrivateIps: false },
  requestTimeoutMs: 30_000,
  edge: { ratePerSecond: 1_000_000, rateBurst: 1_000_000 },
  isDraining: () => false,
})
const { port } = await listen(app, { host: '127.0.0.1', port: 0, requestTimeoutMs: 30_000 })
console.log(`listening on ${port}`)
process.once('SIGTERM', () => process.exit(0))
