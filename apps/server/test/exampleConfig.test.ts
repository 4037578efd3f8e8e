import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createKeystore } from '@relayer/signer-local'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Cli, runCli } from './support/runCli.ts'
import { apiKey, send } from './support/send.ts'

vi.setConfig({ testTimeout: 120_000 })

const example = fileURLToPath(new URL('../config/config.example.json', import.meta.url))
const signingKey = 'a signing key of at least 32 characters'
const env = {
  API_KEY: apiKey,
  HOST: '127.0.0.1',
  APP_PORT: '0',
  KEYSTORE_PASSPHRASE: 'open sesame',
  WEBHOOK_SIGNING_KEY: signingKey,
}

let cwd: string
const clis: Cli[] = []
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'relayer-example-'))
  await mkdir(join(cwd, 'config/keys'), { recursive: true })
  await copyFile(example, join(cwd, 'config/config.json'))
  const key = Uint8Array.from({ length: 32 }, (_, index) => index + 1)
  await writeFile(join(cwd, 'config/keys/keystore.json'), JSON.stringify(await createKeystore(key, 'open sesame')))
})
afterEach(async () => {
  for (const { child, ended } of clis.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  await rm(cwd, { recursive: true, force: true })
})

async function serve(variables: Readonly<Record<string, string>> = {}) {
  const cli = runCli(['serve'], { cwd, env: { ...env, ...variables } })
  clis.push(cli)
  const port = Number((await cli.match(/"port":(\d+),"msg":"listening"/))[1])
  const call = (method: string, path: string, body?: object) => send(port, method, `/api/v1${path}`, { body })
  return { cli, call }
}

async function edit(change: (config: Record<string, unknown>) => object) {
  const config = JSON.parse(await readFile(example, 'utf8')) as Record<string, unknown>
  await writeFile(join(cwd, 'config/config.json'), JSON.stringify(change(config)))
}

describe('config/config.example.json', () => {
  it('starts the server, with all that it names', async () => {
    const { cli, call } = await serve()
    const relayers = (await call('GET', '/relayers')).body.data
    expect(relayers).toMatchObject([
      { id: 'local', network: 'localhost-anvil', paused: false, signer_id: 'keystore', notification_id: 'webhook' },
      {
        id: 'sepolia',
        network: 'my-sepolia',
        paused: true,
        policies: { gas_price_cap: 100_000_000_000, min_balance: 10_000_000_000_000_000n, include_revert_data: true },
        custom_rpc_urls: [{ weight: 100 }, { weight: 50 }],
      },
    ])
    expect((await call('GET', '/signers')).body.data).toEqual([{ id: 'keystore', type: 'local', config: {} }])
    expect((await call('GET', '/notifications')).body.data).toEqual([
      { id: 'webhook', type: 'webhook', url: 'https://example.org/hook', has_signing_key: true },
    ])
    const networks = (await call('GET', '/networks')).body
    expect(networks.data.map(({ id }: { id: string }) => id).sort()).toEqual(['evm:localhost-anvil', 'evm:my-sepolia'])
    expect((await call('GET', '/networks/evm:my-sepolia')).body.data).toMatchObject({
      chain_id: 11155111,
      required_confirmations: 3,
      features: ['eip1559'],
      tags: ['staging'],
      rpc_urls: [{ weight: 100 }, { weight: 50 }],
    })
    expect(cli.stdout() + cli.stderr()).not.toMatch(new RegExp(`open sesame|${signingKey}|ignored`))
  })

  it('is applied at every start: created or updated; what the API made stays, and what is gone from the file', async () => {
    const first = await serve()
    await first.call('POST', '/notifications', { id: 'by-api', url: 'https://api.example' })
    await first.call('PATCH', '/notifications/webhook', { url: 'https://changed.example' })
    first.cli.child.kill('SIGTERM')
    expect(await first.cli.ended).toBe(0)

    await edit(({ relayers, ...rest }) => ({ ...rest, relayers: (relayers as object[]).slice(0, 1) }))
    const second = await serve()
    expect((await second.call('GET', '/notifications/by-api')).status).toBe(200)
    expect((await second.call('GET', '/notifications/webhook')).body.data.url).toBe('https://example.org/hook')
    expect((await second.call('GET', '/relayers')).body.pagination.total_items).toBe(2)
    expect(second.cli.stdout()).toMatch(/"updated":\["notification\/webhook"\]/)
    expect(second.cli.stdout()).toMatch(/"kept":\["notification\/by-api","relayer\/sepolia"\]/)
    second.cli.child.kill('SIGTERM')
    await second.cli.ended

    const third = await serve({ RESET_STORAGE_ON_START: 'true' })
    expect((await third.call('GET', '/notifications/by-api')).status).toBe(404)
    expect((await third.call('GET', '/relayers')).body.pagination.total_items).toBe(1)
  })

  it('without networks of its own has every predefined network', async () => {
    await edit(config => ({
      ...config,
      networks: undefined,
      relayers: (config['relayers'] as object[]).map((relayer, index) =>
        index === 1 ? { ...relayer, network: 'sepolia' } : relayer,
      ),
    }))
    const { call } = await serve()
    expect((await call('GET', '/networks')).body.pagination.total_items).toBe(63)
    await call('POST', '/signers', { id: 's', type: 'plain', config: { key: '5'.repeat(64) } })
    const body = { name: 'Base', network: 'base', network_type: 'evm', paused: false, signer_id: 's' }
    expect((await call('POST', '/relayers', body)).status).toBe(201)
  })

  it.each([
    ['a reference', { signers: [] }, 'config.json: relayers[0].signer_id: there is no signer keystore'],
    ['a list', { notifications: {} }, 'config.json: notifications: array expected'],
    ['a plugin', { plugins: [{ id: 'p' }] }, 'config.json: plugins[0].path: this field is missing'],
    [
      'a network',
      { networks: [{ type: 'evm', network: 'my-sepolia', from: 'nowhere', rpc_urls: ['http://a'] }] },
      'config.json: networks[0].from: there is no evm network nowhere',
    ],
  ])('with a mistake in it stops with 1 and names the place: %s', async (_, fields, message) => {
    await edit(config => ({ ...config, ...fields }))
    const cli = runCli(['serve'], { cwd, env })
    expect([await cli.ended, cli.stderr()]).toEqual([1, `relayer-server: ${message}\n`])
  })

  it('with a secret in no variable stops with 1 and names the variable', async () => {
    const cli = runCli(['serve'], { cwd, env: { ...env, WEBHOOK_SIGNING_KEY: '' } })
    const message = 'config.json: notifications[0].signing_key: the environment variable WEBHOOK_SIGNING_KEY is not set'
    expect([await cli.ended, cli.stderr()]).toEqual([1, `relayer-server: ${message}\n`])
  })

  it('with the account of another relayer under another name stops with 1 and names the relayer', async () => {
    await edit(config => ({
      ...config,
      relayers: [
        ...(config['relayers'] as object[]),
        { id: 'twin', name: 'T', network: 'twin', network_type: 'evm', paused: false, signer_id: 'keystore' },
      ],
      networks: [
        ...(config['networks'] as object[]),
        { type: 'evm', network: 'twin', from: 'sepolia', rpc_urls: ['http://a'] },
      ],
    }))
    const cli = runCli(['serve'], { cwd, env })
    expect([await cli.ended, cli.stderr()]).toEqual([
      1,
      expect.stringMatching(
        /^relayer-server: config\.json: relayer 'twin': Cannot create relayer: signer 'keystore' is already in use by relayer 'sepolia'/,
      ),
    ])
  })
})
