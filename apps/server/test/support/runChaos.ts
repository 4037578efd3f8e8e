import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { startAnvil } from '@relayer/chain-evm/testing'
import { type Fault, startChaosProxy, type Step } from './chaosProxy.ts'
import { countExecutions } from './countExecutions.ts'
import { makeProject } from './makeProject.ts'
import { type Cli, runCli } from './runCli.ts'
import { apiKey, authorization, type Envelope, send } from './send.ts'
import { until } from './until.ts'

export interface ChaosOptions {
  /** How often the server is killed. */
  readonly kills: number
  /** Posts per life of the server. */
  readonly posts: number
  /** One RPC request in so many is spoilt; 0: none. */
  readonly faultOneIn: number
  readonly seed: number
  readonly log?: (line: string) => void
}

export interface ChaosReport {
  readonly posted: number
  /** At which step the server was killed, and how often. */
  readonly killedAt: ReadonlyMap<string, number>
  /** Empty when everything accepted was executed exactly once and nothing is stuck. */
  readonly violations: readonly string[]
}

const faults: readonly Fault[] = ['drop', 'lose the answer', 'delay', 'too many requests', 'garbage', 'duplicate']
/** The steps a life may end at: around every request the lane makes, right after a POST was answered, or anywhere. */
const moments = ['asks', 'answered', 'told', 'accepted', 'anywhere'] as const

/**
 * The real server on a real SQLite file and a real node, killed with SIGKILL again and again under load. In the end the chain
 * is compared with what was accepted: each executed exactly once, nonces without a gap, nothing stuck.
 */
export async function runChaos({ kills, posts, faultOneIn, seed, log = () => {} }: ChaosOptions): Promise<ChaosReport> {
  const random = createRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const anvil = await startAnvil({ blockTime: 1, args: ['--gas-limit', '1000000000'] })
  const proxy = await startChaosProxy(anvil.url)
  const cwd = await makeProject(proxy.url)
  const killedAt = new Map<string, number>()
  const accepted = new Map<number, string>()
  let server: Cli | null = null
  let port = 0
  try {
    const serve = async (): Promise<Cli> => {
      const env = {
        API_KEY: apiKey,
        HOST: '127.0.0.1',
        APP_PORT: '0',
        KEYSTORE_PASSPHRASE: 'open sesame',
        // the relayer gets its funds later, and a look at it before would disable it
        RELAYER_HEALTH_INTERVAL_SECONDS: '0',
        LOG_LEVEL: 'info',
      }
      const cli = runCli(['serve'], { cwd, env })
      server = cli
      port = Number((await cli.match(/"port":(\d+),"msg":"listening"/))[1])
      return cli
    }
    const get = async (path: string): Promise<Envelope> => (await send(port, 'GET', `/api/v1${path}`)).body.data

    const post = async (index: number): Promise<boolean> => {
      const headers = { ...authorization, 'Content-Type': 'application/json', 'Idempotency-Key': `t${index}` }
      const body = { to: receiver(index), value: index + 1, gas_limit: index % 2 === 0 ? 50_000 : null }
      const answer = await send(port, 'POST', '/api/v1/relayers/by-file/transactions', { headers, body }).catch(
        () => null,
      )
      if (answer?.status !== 200) return false
      accepted.set(index, answer.body.data.id)
      return true
    }

    let posted = 0
    for (let life = 0; life <= kills; life++) {
      const cli = await serve()
      if (life === 0)
        await anvil.rpc('anvil_setBalance', [(await get('/relayers/by-file')).address, '0x56bc75e2d63100000'])
      if (life === kills) break
      const moment = moments[below(moments.length)] as (typeof moments)[number]
      const countdown = { left: 1 + below(moment === 'accepted' ? posts : 12) }
      const kill = (step: string): void => {
        if (cli.child.killed || --countdown.left > 0) return
        cli.child.kill('SIGKILL')
        killedAt.set(step, (killedAt.get(step) ?? 0) + 1)
      }
      proxy.choose = () =>
        faultOneIn > 0 && below(faultOneIn) === 0 ? (faults[below(faults.length)] as Fault) : 'none'
      proxy.onStep = (step: Step) => step.at === moment && kill(`${step.at} ${step.methods.join('+')}`)
      // Unanswered posts of an earlier life are repeated under their key, as a careful client does.
      const open = Array.from({ length: posted + posts }, (_, index) => index).filter(index => !accepted.has(index))
      posted += posts
      const load = Promise.all(
        open.map(async index => (await post(index)) && moment === 'accepted' && kill('accepted')),
      )
      if (moment === 'anywhere') {
        await setTimeout(below(1_500))
        countdown.left = 1
        kill('anywhere')
      }
      // A step that does not come in time is replaced by a plain kill.
      await Promise.race([cli.ended, setTimeout(4_000)])
      countdown.left = 1
      kill('too quiet')
      await cli.ended
      await load
      log(
        `life ${life + 1}: ${[...killedAt.values()].reduce((sum, count) => sum + count, 0)} kills, ${accepted.size} of ${posted} accepted`,
      )
    }
    proxy.onStep = () => {}
    proxy.choose = () => 'none'
    for (let index = 0; index < posted; index++) {
      await until(`post ${index}`, async () => (accepted.has(index) || (await post(index)) ? true : undefined))
    }
    const records = await until('everything to end', async () => {
      const all = (await get(`/relayers/by-file/transactions?per_page=${posted + 1}`)) as Envelope[]
      return all.every(({ status }) => ['confirmed', 'failed', 'expired', 'canceled'].includes(status))
        ? all
        : undefined
    })
    return { posted, killedAt, violations: await compare(posted, records, [...accepted.values()], anvil.rpc) }
  } finally {
    ;(server as Cli | null)?.child.kill('SIGKILL')
    await proxy.stop()
    await anvil.stop()
    await rm(cwd, { recursive: true, force: true })
  }
}

async function compare(
  posted: number,
  records: readonly Envelope[],
  ids: readonly string[],
  rpc: (method: string, params?: readonly unknown[]) => Promise<unknown>,
): Promise<readonly string[]> {
  const violations: string[] = []
  const executed = await countExecutions(rpc)
  for (let index = 0; index < posted; index++) {
    const count = executed.get(receiver(index)) ?? 0
    if (count !== 1) violations.push(`transaction ${index} was executed ${count} times`)
  }
  for (const { id, status, status_reason } of records) {
    if (status !== 'confirmed') violations.push(`${id} is ${status}: ${status_reason}`)
  }
  const known = new Set(records.map(({ id }) => id))
  for (const id of ids) if (!known.has(id)) violations.push(`${id} was accepted and is not listed`)
  if (records.length !== posted) violations.push(`${posted} posted, ${records.length} listed`)
  const nonces = records.map(({ nonce }) => Number(nonce)).toSorted((a, b) => a - b)
  for (const [index, nonce] of nonces.entries())
    if (nonce !== index) return [...violations, `nonce ${index} is missing`]
  return violations
}

/** Every receiver is asked for once, so the chain tells how often each request was executed. */
function receiver(index: number): string {
  return `0x${(0xabc0000 + index).toString(16).padStart(40, '0')}`
}

/** mulberry32: the same seed kills at the same steps, as far as the machine's timing allows. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
