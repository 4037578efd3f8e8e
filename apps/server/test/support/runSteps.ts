import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startAnvil } from '@relayer/chain-evm/testing'
import { countExecutions } from './countExecutions.ts'
import { makeProject } from './makeProject.ts'
import { type Cli, runCli } from './runCli.ts'
import { apiKey, authorization, type Envelope, send } from './send.ts'
import { until } from './until.ts'

const hook = new URL('killHook.ts', import.meta.url).href
const ended = new Set(['confirmed', 'failed', 'expired', 'canceled'])

/** What was posted: to which relayer, and its id once a client was told. */
interface Post {
  readonly relayer: string
  readonly receiver: string
  id: string | null
}

/**
 * The real server on a real SQLite file and a real node, killed by itself at each step in turn. Every life has a relayer of
 * its own, since the lease of the life before lasts on. Then it lives on, and the chain is compared with what was accepted.
 * Empty when each step was reached and everything was executed exactly once.
 */
export async function runSteps(steps: readonly string[]): Promise<readonly string[]> {
  const anvil = await startAnvil({ blockTime: 1, args: ['--gas-limit', '1000000000'] })
  const cwd = await makeProject(anvil.url)
  const posts: Post[] = []
  const violations: string[] = []
  let server: Cli | null = null
  let port = 0

  // Two dozen starts from source: what is compiled is kept.
  const cache = { NODE_COMPILE_CACHE: join(cwd, 'compiled') }
  const serve = async (step: string): Promise<Cli> => {
    const env = {
      API_KEY: apiKey,
      HOST: '127.0.0.1',
      APP_PORT: '0',
      KEYSTORE_PASSPHRASE: 'open sesame',
      // relayers get their funds later, and a look at them before would disable them
      RELAYER_HEALTH_INTERVAL_SECONDS: '0',
      KILL_AT: step,
      ...cache,
    }
    const cli = runCli(['serve'], { cwd, env, hook })
    server = cli
    port = Number((await cli.match(/"port":(\d+),"msg":"listening"/))[1])
    return cli
  }
  /** Null where the server did not live to answer. */
  const call = async (method: string, path: string, body?: object, key?: string): Promise<Envelope | null> => {
    const headers = { ...authorization, 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) }
    const answer = await send(port, method, `/api/v1${path}`, { headers, body }).catch(() => null)
    if (answer !== null && answer.status >= 500) violations.push(`${method} ${path}: ${answer.text}`)
    return answer?.status === 200 || answer?.status === 201 ? answer.body.data : null
  }
  const makeRelayer = async (index: number): Promise<string> => {
    const id = `r${index}`
    await call('POST', '/signers', { id, type: 'plain', config: { key: String(index + 11).repeat(32) } })
    const fields = { id, name: id, network: 'local', network_type: 'evm', paused: false, signer_id: id }
    await anvil.rpc('anvil_setBalance', [(await call('POST', '/relayers', fields)).address, '0x56bc75e2d63100000'])
    return id
  }
  const repeat = async (post: Post): Promise<void> => {
    const { relayer, receiver } = post
    const made = await call('POST', `/relayers/${relayer}/transactions`, { to: receiver, value: 1 }, receiver)
    post.id ??= made?.id ?? null
  }
  /** Posts, and replaces what has been posted, for as long as the server lives. */
  const load = async (cli: Cli, relayer: string): Promise<void> => {
    for (let round = 0; cli.child.exitCode === null && cli.child.signalCode === null && round < 60; round++) {
      if (round % 6 === 0) {
        const receiver = `0x${(0xfeed00000 + posts.length).toString(16).padStart(40, '0')}`
        const post: Post = { relayer, receiver, id: null }
        posts.push(post)
        await repeat(post)
      }
      const newest = posts.at(-1) as Post
      const path = `/relayers/${relayer}/transactions/${newest.id}`
      const record = newest.id === null ? null : await call('GET', path)
      // The receiver stays, so that the chain tells whether two revisions were executed.
      if (record?.status === 'submitted' && record.revision === 1)
        await call('PUT', path, { to: newest.receiver, value: 2, speed: 'fastest' })
      await sleep(100)
    }
  }

  try {
    for (const [index, step] of steps.entries()) {
      const cli = await serve(step)
      await load(cli, await makeRelayer(index))
      cli.child.kill('SIGKILL')
      await cli.ended
      if (!cli.stderr().includes(`killed ${step}`)) violations.push(`never came to: ${step}`)
    }
    await serve('')
    // As a careful client does: what nobody was told of is posted again, under the same key.
    for (const post of posts)
      await until(post.receiver, async () => {
        await repeat(post)
        return post.id ?? undefined
      })
    const relayers = steps.map((_, index) => `r${index}`)
    const records = await until('everything to end', async () => {
      const lists = await Promise.all(relayers.map(id => call('GET', `/relayers/${id}/transactions?per_page=100`)))
      const all: Envelope[] = lists.flat()
      return all.every(record => record !== null && ended.has(record.status)) ? all : undefined
    })
    const executions = await countExecutions(anvil.rpc)
    for (const { receiver, relayer } of posts) {
      const count = executions.get(receiver) ?? 0
      if (count !== 1) violations.push(`${receiver} of ${relayer} was executed ${count} times`)
    }
    for (const { id, status, status_reason } of records)
      if (status !== 'confirmed') violations.push(`${id} is ${status}: ${status_reason}`)
    const ids = records.map(({ id }) => id).toSorted()
    if (
      ids.join() !==
      posts
        .map(({ id }) => id ?? '')
        .toSorted()
        .join()
    )
      violations.push(`accepted and listed differ: ${posts.length}, ${ids.length}`)
    return violations
  } finally {
    ;(server as Cli | null)?.child.kill('SIGKILL')
    await (server as Cli | null)?.ended
    await anvil.stop()
    await rm(cwd, { recursive: true, force: true })
  }
}
