import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createKeystore } from '@relayer/signer-local'
import { endWithMe, stopChild, waitForOutput } from './children.ts'
import type { HookAnswer } from './hookAnswer.ts'
import { type Load, type LoadResult, postLoad } from './postLoad.ts'
import { requestJson } from './requestJson.ts'
import { sleep } from './anvil.ts'

const bin = fileURLToPath(new URL('../../bin/relayer-server.mjs', import.meta.url))
const hook = new URL('serverHook.ts', import.meta.url).href
const apiKey = 'the-key-of-the-bench-with-more-than-32-characters'
const authorization = { Authorization: `Bearer ${apiKey}` }
const passphrase = 'bench'

/** The keys of anvil's first development account; it has 10,000 ether. */
export const firstKey = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

export interface RelayerOptions {
  readonly rpcUrl: string
  /** One relayer per key, `r0`, `r1` …; default: one with the first development account. */
  readonly keys?: readonly string[]
  /** Where `--cpu-prof` writes when the server stops; null: no profile. */
  readonly profileFolder?: string | null
}

export interface Relayer {
  readonly port: number
  path(relayer?: string): string
  post(body: object, relayer?: string): Promise<{ readonly id: string }>
  get(id: string, relayer?: string): Promise<{ readonly id: string; readonly status: string }>
  /** Exact number of transactions, of one status or of all. */
  total(status?: string, relayer?: string): Promise<number>
  /** Posts a body many times. */
  load(load: Pick<Load, 'body' | 'connections' | 'until'>, relayer?: string): Promise<LoadResult>
  /** Asks until so many transactions have the status, every `everyMs`. */
  reach(count: number, status: string, options?: { everyMs?: number; relayer?: string }): Promise<void>
  /** `collect`: after a full garbage collection. */
  hook(message: 'read' | 'reset' | 'collect'): Promise<HookAnswer>
  /** Ends the process and starts another one on the same files. */
  restart(): Promise<void>
  /** Ends it and deletes its files. */
  stop(): Promise<void>
}

/** The real server in a process of its own: config.json, keystores and SQLite in a temporary folder, from source. */
export async function startRelayer(options: RelayerOptions): Promise<Relayer> {
  const { rpcUrl, keys = [firstKey], profileFolder = null } = options
  const folder = await mkdtemp(join(process.env['BENCH_DIR'] ?? tmpdir(), 'relayer-bench-'))
  await writeConfiguration(folder, rpcUrl, keys)
  let child = await startChild(folder, profileFolder)
  const path = (relayer = 'r0') => `/api/v1/relayers/${relayer}/transactions`
  const call = async (method: string, asked: string, body?: object) => {
    const answer = await requestJson({ port: child.port, method, path: asked, headers: authorization, body })
    if (answer.status !== 200) throw new Error(`${method} ${asked}: ${JSON.stringify(answer.body)}`)
    return answer.body as { data: never; pagination: { total_items: number } }
  }
  const total = async (status?: string, relayer?: string) => {
    const filter = status === undefined ? '' : `&status=${status}`
    return (await call('GET', `${path(relayer)}/?page=1&per_page=1${filter}`)).pagination.total_items
  }
  return {
    get port() {
      return child.port
    },
    path,
    post: async (body, relayer) => (await call('POST', path(relayer), body)).data,
    get: async (id, relayer) => (await call('GET', `${path(relayer)}/${id}`)).data,
    total,
    load: (load, relayer) => postLoad({ ...load, port: child.port, path: path(relayer), headers: authorization }),
    async reach(count, status, { everyMs = 20, relayer } = {}) {
      const deadline = performance.now() + 300_000
      for (let seen = await total(status, relayer); seen < count; seen = await total(status, relayer)) {
        if (performance.now() > deadline) throw new Error(`only ${seen} of ${count} transactions are ${status}`)
        await sleep(everyMs)
      }
    },
    hook(message) {
      const { process } = child
      return new Promise(resolve => {
        process.once('message', answer => resolve(answer as HookAnswer))
        process.send(message)
      })
    },
    async restart() {
      await stopChild(child.process)
      child = await startChild(folder, profileFolder)
    },
    async stop() {
      await stopChild(child.process)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function writeConfiguration(folder: string, rpcUrl: string, keys: readonly string[]): Promise<void> {
  const configuration = {
    relayers: keys.map((_, index) => ({
      id: `r${index}`,
      name: `Relayer ${index}`,
      network: 'anvil',
      network_type: 'evm',
      paused: false,
      signer_id: `k${index}`,
    })),
    signers: keys.map((_, index) => ({
      id: `k${index}`,
      type: 'local',
      config: { path: `config/k${index}.json`, passphrase: { type: 'plain', value: passphrase } },
    })),
    notifications: [],
    networks: [
      {
        type: 'evm',
        network: 'anvil',
        chain_id: 31337,
        required_confirmations: 1,
        symbol: 'ETH',
        features: ['eip1559'],
        average_blocktime_ms: 1000,
        rpc_urls: [rpcUrl],
      },
    ],
  }
  await mkdir(join(folder, 'config'))
  await writeFile(join(folder, 'config/config.json'), JSON.stringify(configuration))
  for (const [index, key] of keys.entries()) {
    const keystore = await createKeystore(Buffer.from(key, 'hex'), passphrase)
    await writeFile(join(folder, `config/k${index}.json`), JSON.stringify(keystore))
  }
}

async function startChild(folder: string, profileFolder: string | null) {
  const profile = profileFolder === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]
  const args = ['--conditions=@relayer/source', `--import=${hook}`, ...profile, bin, 'serve']
  const process_ = spawn(process.execPath, args, {
    cwd: folder,
    // filled tables are old: what is measured must not be forgotten meanwhile
    env: {
      PATH: process.env['PATH'],
      API_KEY: apiKey,
      HOST: '127.0.0.1',
      APP_PORT: '0',
      TRANSACTION_EXPIRATION_HOURS: '876000',
      // one client with one key is all the load there is
      RATE_LIMIT_REQUESTS_PER_SECOND: '1000000',
      RATE_LIMIT_BURST_SIZE: '1000000',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  endWithMe(process_)
  const [, port] = await waitForOutput(process_, /"port":(\d+),"msg":"listening"/)
  return { process: process_, port: Number(port) }
}
