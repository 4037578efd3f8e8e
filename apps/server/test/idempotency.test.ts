import { rm } from 'node:fs/promises'
import { startAnvil } from '@relayer/chain-evm/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeProject } from './support/makeProject.ts'
import { type Cli, runCli } from './support/runCli.ts'
import { apiKey, authorization, type Envelope, type Sent, send } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const keyed = (key: string) => ({ ...authorization, 'Content-Type': 'application/json', 'Idempotency-Key': key })
const replayed = ({ headers }: Sent) => headers['idempotent-replayed']

describe('Idempotency-Key', () => {
  const path = '/api/v1/relayers/main/transactions'
  let anvil: Awaited<ReturnType<typeof startAnvil>>
  let server: TestServer
  beforeAll(async () => {
    anvil = await startAnvil()
    server = await startTestServer(testConfiguration(anvil.url))
  })
  afterAll(async () => {
    await server.close()
    await anvil.stop()
  })
  const call = (method: string, at: string, key: string, body?: object) =>
    send(server.port, method, at, { headers: keyed(key), body })
  const total = async () => (await send(server.port, 'GET', `${path}?per_page=1`)).body.pagination.total_items as number
  const post = async (): Promise<string> =>
    (await send(server.port, 'POST', path, { body: { value: 1, to } })).body.data.id

  it('of 200 parallel posts with one key one transaction is made, and all get the same answer', async () => {
    const before = await total()
    const answers = await Promise.all(Array.from({ length: 200 }, () => call('POST', path, 'many', { value: 7, to })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(answer => replayed(answer) === 'true')).toHaveLength(199)
    expect(await total()).toBe(before + 1)
  })

  it('PUT: one revision, the first answer again; another body 422 and no change', async () => {
    const at = `${path}/${await post()}`
    const answers = await Promise.all(Array.from({ length: 50 }, () => call('PUT', at, 'put', { value: 2, to })))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.body.data).toMatchObject({ value: '0x2', revision: 2 })
    expect(answers.filter(answer => replayed(answer) === undefined)).toHaveLength(1)
    const other = await call('PUT', at, 'put', { value: 3, to })
    expect([other.status, other.body]).toEqual([
      422,
      {
        success: false,
        data: null,
        message: 'Unprocessable Entity',
        error: 'This Idempotency-Key was used before with a different request',
      },
    ])
    expect((await send(server.port, 'GET', at)).body.data).toMatchObject({ value: '0x2', revision: 2 })
  })

  it('a path that cannot be decoded names nothing, with a key as without', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const answer = await call(method, `${path}/%zz`, 'undecodable', { value: 1, to })
      const without = await send(server.port, method, `${path}/%zz`, { body: { value: 1, to } })
      expect([answer.status, answer.body]).toEqual([without.status, without.body])
      expect(answer.status).toBeLessThan(500)
    }
  })

  it('DELETE: the first answer again where a second key gets 400', async () => {
    const at = `${path}/${await post()}`
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('DELETE', at, 'delete')))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(answers.filter(answer => replayed(answer) === undefined)).toHaveLength(1)
    expect((await call('DELETE', at, 'another')).status).toBe(400)
  })

  it('batch: as a whole', async () => {
    const before = await total()
    const body = { transactions: [1, 2, 3].map(value => ({ value, to })) }
    const answers = await Promise.all(Array.from({ length: 50 }, () => call('POST', `${path}/batch`, 'batch', body)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.body.data.accepted).toBe(3)
    expect(answers.filter(answer => replayed(answer) === undefined)).toHaveLength(1)
    expect(await total()).toBe(before + 3)
    const other = await call('POST', `${path}/batch`, 'batch', { transactions: [{ value: 1, to }] })
    expect(other.status).toBe(422)
  })

  it('the scope of a key is method and path', async () => {
    const first = await call('POST', path, 'scope', { value: 1, to })
    const at = `${path}/${first.body.data.id}`
    expect((await call('PUT', at, 'scope', { value: 1, to })).headers['idempotent-replayed']).toBeUndefined()
    expect((await call('DELETE', at, 'scope')).headers['idempotent-replayed']).toBeUndefined()
  })

  it('stores nothing for 400, 404 and a dry run', async () => {
    const key = 'nothing'
    expect((await call('POST', path, key, { value: -1, to })).status).toBe(400)
    expect((await call('POST', '/api/v1/relayers/none/transactions', key, { value: 1, to })).status).toBe(404)
    expect((await call('POST', `${path}?dry_run=true`, key, { value: 9, to })).body.data.verdict).toBe('passes')
    expect((await call('PUT', `${path}/none`, key, { value: 1, to })).status).toBe(404)
    const posted = await call('POST', path, key, { value: 1, to })
    expect([posted.status, replayed(posted)]).toEqual([200, undefined])
  })
})

describe('a server that is killed again and again with requests in flight', () => {
  const closers: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  })

  it('answers every key once and for all: send, replace, cancel and batch', async () => {
    // no blocks: what is posted can be replaced and canceled until the end
    const anvil = await startAnvil()
    closers.push(() => anvil.stop())
    const cwd = await makeProject(anvil.url)
    closers.push(() => rm(cwd, { recursive: true, force: true }))
    const env = {
      API_KEY: apiKey,
      HOST: '127.0.0.1',
      APP_PORT: '0',
      KEYSTORE_PASSPHRASE: 'open sesame',
      // the account has no funds before the server tells its address
      RELAYER_HEALTH_INTERVAL_SECONDS: '0',
    }
    let port = 0
    const serve = async (): Promise<Cli> => {
      const cli = runCli(['serve'], { cwd, env })
      closers.push(() => cli.child.kill('SIGKILL'))
      port = Number((await cli.match(/"port":(\d+),"msg":"listening"/))[1])
      return cli
    }
    const path = '/api/v1/relayers/by-file/transactions'
    let cli = await serve()
    const address = (await send(port, 'GET', '/api/v1/relayers/by-file')).body.data.address
    await anvil.rpc('anvil_setBalance', [address, '0x56bc75e2d63100000'])

    const answers = new Map<string, string>()
    const different: string[] = []
    let left = Number.POSITIVE_INFINITY
    const call = async (method: string, at: string, key: string, body?: object): Promise<Envelope> => {
      const answer = await send(port, method, at, { headers: keyed(key), body }).catch(() => null)
      if (answer?.status !== 200) return null
      const name = `${method} ${at} ${key}`
      const first = answers.get(name)
      if (first === undefined) answers.set(name, answer.text)
      if (--left === 0) cli.child.kill('SIGKILL')
      if (first !== undefined && (first !== answer.text || replayed(answer) !== 'true')) different.push(name)
      return answer.body.data
    }
    /** A client's whole story; every step may be cut off, and is repeated under its key in the next life. */
    const story = async (index: number): Promise<boolean> => {
      const sent = await call('POST', path, `send ${index}`, { value: index, to })
      const batch = await call('POST', `${path}/batch`, `batch ${index}`, {
        transactions: [1, 2, 3].map(value => ({ value, to })),
      })
      if (sent === null || batch === null) return false
      const first = batch.results[0].transaction.id
      const replaced = await call('PUT', `${path}/${sent.id}`, `put ${index}`, { value: 1_000 + index, to })
      const canceled = await call('DELETE', `${path}/${first}`, `delete ${index}`)
      return replaced !== null && canceled !== null
    }
    const stories = 12
    for (let life = 0; life < 5; life++) {
      // repeated answers count too: the kill moves through the stories from life to life
      left = 2 + 9 * life
      const running = Promise.all(Array.from({ length: stories }, (_, index) => story(index)))
      await cli.ended
      await running
      cli = await serve()
    }
    left = Number.POSITIVE_INFINITY
    for (let index = 0; index < stories; index++) {
      await until(`story ${index}`, async () => ((await story(index)) ? true : undefined))
    }
    expect(different).toEqual([])
    expect(answers.size).toBe(stories * 4)
    const list = await send(port, 'GET', `${path}?per_page=1000`)
    expect(list.body.pagination.total_items).toBe(stories * 4)
    expect(list.body.data.filter(({ revision }: Envelope) => revision === 2)).toHaveLength(stories)
    const canceled = list.body.data.filter((record: Envelope) => record.status === 'canceled' || record.is_canceled)
    expect(canceled).toHaveLength(stories)
    expect(list.body.data.filter(({ revision }: Envelope) => revision > 2)).toEqual([])
  })
})
