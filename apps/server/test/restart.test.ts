import { rm } from 'node:fs/promises'
import { startAnvil } from '@relayer/chain-evm/testing'
import { startPostgres } from '@relayer/store-knex/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { countExecutions } from './support/countExecutions.ts'
import { makeProject } from './support/makeProject.ts'
import { type Cli, runCli } from './support/runCli.ts'
import { apiKey, authorization, type Envelope, send } from './support/send.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const receiverCount = 200
/** Every receiver is asked for once, so the chain tells how often each request was executed. */
const receiver = (index: number) => `0x${(0xabc000 + index).toString(16).padStart(40, '0')}`
const relayerOf = (index: number) => (index % 2 === 0 ? 'by-file' : 'by-api')
const mix = [{}, { speed: 'fastest' }, { gas_limit: 50_000 }, { data: '0x1234', speed: 'average' }]

describe('200 transactions posted in parallel, the server ended in the middle and started again', () => {
  it.each([
    ['SQLite', 'SIGTERM'],
    ['SQLite', 'SIGKILL'],
    ['PostgreSQL', 'SIGTERM'],
    ['PostgreSQL', 'SIGKILL'],
  ] as const)('%s, %s: all confirmed, nonces without gap, each executed once', async (database, signal) => {
    // no blocks but those asked for, until the second start: nothing can be over before the end of the first
    const anvil = await startAnvil({ args: ['--gas-limit', '1000000000'] })
    closers.push(() => anvil.stop())
    const env: Record<string, string> = {
      API_KEY: apiKey,
      HOST: '127.0.0.1',
      APP_PORT: '0',
      KEYSTORE_PASSPHRASE: 'open sesame',
      // the relayers get their funds later, and a look at them before would disable them
      RELAYER_HEALTH_INTERVAL_SECONDS: '0',
    }
    if (database === 'PostgreSQL') {
      const postgres = await startPostgres()
      closers.push(() => postgres.stop())
      env['DATABASE_URL'] = postgres.url
      env['STORAGE_ENCRYPTION_KEY'] = Buffer.alloc(32, 5).toString('base64')
    }
    const cwd = await makeProject(anvil.url)
    closers.push(() => rm(cwd, { recursive: true, force: true }))
    let port = 0
    const serve = async (): Promise<Cli> => {
      const cli = runCli(['serve'], { cwd, env })
      closers.push(async () => {
        cli.child.kill('SIGKILL')
        await cli.ended
      })
      port = Number((await cli.match(/"port":(\d+),"msg":"listening"/))[1])
      return cli
    }
    const call = async (method: string, path: string, body?: object): Promise<Envelope> => {
      const answer = await send(port, method, `/api/v1${path}`, { body })
      expect([answer.status < 300 ? 2 : answer.status, answer.body?.error]).toEqual([2, null])
      return answer.body.data
    }
    /** As a careful client posts: after a broken connection again, under the same key. */
    const post = (index: number): Promise<string> =>
      until(`transaction ${index}`, async () => {
        const body = { to: receiver(index), value: index + 1, ...mix[index % mix.length] }
        const headers = { ...authorization, 'Content-Type': 'application/json', 'Idempotency-Key': `t${index}` }
        const path = `/api/v1/relayers/${relayerOf(index)}/transactions`
        const answer = await send(port, 'POST', path, { headers, body }).catch(() => undefined)
        if (answer === undefined) return undefined
        expect([answer.status, answer.body.error]).toEqual([200, null])
        return answer.body.data.id
      })

    const first = await serve()
    await call('POST', '/signers', { id: 'api', type: 'plain', config: { key: '3'.repeat(64) } })
    await call('POST', '/relayers', {
      id: 'by-api',
      name: 'API',
      network: 'local',
      network_type: 'evm',
      paused: false,
      signer_id: 'api',
    })
    const addresses = await Promise.all(
      ['by-file', 'by-api'].map(async id => (await call('GET', `/relayers/${id}`)).address),
    )
    for (const address of addresses) await anvil.rpc('anvil_setBalance', [address, '0x56bc75e2d63100000'])

    const early = await Promise.all(Array.from({ length: 120 }, (_, index) => post(index)))
    await until('transactions in the pool', async () => {
      const { pending } = (await anvil.rpc('txpool_status')) as { pending: string }
      return Number(pending) > 0 ? true : undefined
    })
    await anvil.rpc('anvil_mine', ['0x1'])
    const late = Promise.all(Array.from({ length: receiverCount - 120 }, (_, index) => post(120 + index)))
    first.child.kill(signal)
    expect(await first.ended).toBe(signal === 'SIGTERM' ? 0 : null)
    const second = await serve()
    const posted = [...early, ...(await late)]
    await anvil.rpc('evm_setIntervalMining', [1])

    const records = await until('200 ended', async () => {
      const lists = await Promise.all(
        ['by-file', 'by-api'].map(id => call('GET', `/relayers/${id}/transactions?per_page=1000`)),
      )
      const all: Envelope[] = lists.flat()
      const ended = all.filter(({ status }) => ['confirmed', 'failed', 'expired', 'canceled'].includes(status))
      return ended.length === all.length ? all : undefined
    })
    expect(records.filter(({ status }) => status !== 'confirmed')).toEqual([])
    expect(records.map(({ id }) => id).sort()).toEqual(posted.toSorted())
    for (const relayer of ['by-file', 'by-api']) {
      const nonces = records.filter(({ relayer_id }) => relayer_id === relayer).map(({ nonce }) => nonce)
      expect(nonces.sort((a, b) => a - b)).toEqual(Array.from({ length: receiverCount / 2 }, (_, index) => index))
    }
    expect(await countExecutions(anvil.rpc)).toEqual(
      new Map(Array.from({ length: receiverCount }, (_, index) => [receiver(index), 1])),
    )
    for (const index of [0, 1, 99, 119, 120, 198, 199]) {
      expect(Number(await anvil.rpc('eth_getBalance', [receiver(index), 'latest']))).toBe(index + 1)
    }
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })
})
