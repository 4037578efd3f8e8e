import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send } from './support/send.ts'
import { startTestServer, type TestServer } from './support/testServer.ts'

let server: TestServer
const call = (method: string, path: string, body?: object | string) =>
  send(server.port, method, `/api/v1${path}`, { body })
const key = (digit: string) => digit.repeat(64)
const longKey = 'a signing key of at least 32 characters'

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const badRequest = (error: unknown) => ({ success: false, data: null, message: 'Bad Request', error })

describe('signers', () => {
  const google = {
    service_account: {
      private_key: 'SECRET-1',
      private_key_id: 'SECRET-2',
      project_id: 'p',
      client_email: 'SECRET-3@x',
      client_id: 'c',
      auth_uri: 'https://a.example',
      token_uri: 'https://t.example',
      auth_provider_x509_cert_url: 'https://x.example',
      client_x509_cert_url: 'https://y.example',
      universe_domain: 'googleapis.com',
    },
    key: { location: 'l', key_ring_id: 'r', key_id: 'k', key_version: 1 },
  }
  const vault = { address: 'https://v.example', key_name: 'k', role_id: 'SECRET-1', secret_id: 'SECRET-2' }
  const turnkey = {
    api_private_key: 'SECRET-1',
    api_public_key: 'p',
    organization_id: 'o',
    private_key_id: 'i',
    public_key: 'q',
  }
  const azure = {
    vault_url: 'https://z.example',
    key_name: 'k',
    tenant_id: 't',
    client_id: 'c',
    client_secret: 'SECRET-1',
  }
  const cdp = {
    api_key_id: 'i',
    api_key_secret: 'U0VDUkVU',
    wallet_secret: 'U0VDUkVUMg==',
    account_address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  }
  it.each([
    ['plain', { key: key('1') }, 'local', {}],
    ['kms_a', { region: 'eu', key_id: 'k' }, 'kms_a', { region: 'eu', key_id: 'k' }],
    ['aws_kms', { region: 'eu', key_id: 'k' }, 'aws_kms', { region: 'eu', key_id: 'k' }],
    [
      'secrets_store',
      vault,
      'secrets_store',
      { address: vault.address, key_name: 'k', namespace: null, mount_point: null },
    ],
    ['vault', vault, 'vault', { address: vault.address, key_name: 'k', namespace: null, mount_point: null }],
    [
      'secrets_store_transit',
      { ...vault, pubkey: 'pk', mount_point: 'm' },
      'secrets_store_transit',
      { address: vault.address, key_name: 'k', namespace: null, mount_point: 'm', pubkey: 'pk' },
    ],
    [
      'hosted_keys',
      turnkey,
      'hosted_keys',
      { api_public_key: 'p', organization_id: 'o', private_key_id: 'i', public_key: 'q' },
    ],
    [
      'turnkey',
      turnkey,
      'turnkey',
      { api_public_key: 'p', organization_id: 'o', private_key_id: 'i', public_key: 'q' },
    ],
    ['cdp', cdp, 'cdp', { api_key_id: 'i', account_address: cdp.account_address }],
    [
      'azure_key_vault',
      azure,
      'azure_key_vault',
      {
        auth_type: 'client_secret',
        tenant_id: 't',
        client_id: 'c',
        vault_url: azure.vault_url,
        key_name: 'k',
        key_version: null,
      },
    ],
    [
      'kms_b',
      google,
      'kms_b',
      {
        service_account: {
          project_id: 'p',
          client_id: 'c',
          auth_uri: 'https://a.example',
          token_uri: 'https://t.example',
          auth_provider_x509_cert_url: 'https://x.example',
          client_x509_cert_url: 'https://y.example',
          universe_domain: 'googleapis.com',
        },
        key: { location: 'l', key_ring_id: 'r', key_id: 'k', key_version: 1 },
      },
    ],
  ])('%s is stored and shows no secret', async (type, config, shownType, shownConfig) => {
    const id = `of-${type}`
    const { status, text, body } = await call('POST', '/signers', { id, type, config })
    expect([status, body]).toEqual([
      201,
      { success: true, data: { id, type: shownType, config: shownConfig }, error: null },
    ])
    const read = await call('GET', `/signers/${id}`)
    expect(read.body).toEqual({ success: true, data: { id, type: shownType, config: shownConfig }, error: null })
    for (const shown of [text, read.text, (await call('GET', '/signers?per_page=1000')).text]) {
      expect(shown).not.toMatch(/SECRET|U0VDUkVU|1{64}/)
    }
  })

  it('makes a UUID for an id that is left out', async () => {
    const { body } = await call('POST', '/signers', { type: 'plain', config: { key: key('2') } })
    expect(body.data.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })

  it('409: the id exists', async () => {
    await call('POST', '/signers', { id: 'twice', type: 'plain', config: { key: key('3') } })
    const { status, body } = await call('POST', '/signers', { id: 'twice', type: 'plain', config: { key: key('4') } })
    expect([status, body.message]).toEqual([409, 'Signer with this ID already exists'])
    expect(body).toMatchObject({ success: false, data: null, error: expect.any(String) })
  })

  it.each([
    [{ type: 'plain', config: { key: 'xyz' } }, /Odd number of digits/],
    [{ type: 'plain', config: { key: `0x${key('1')}` } }, /Invalid character 'x' at position 1/],
    [{ type: 'plain', config: { key: '11' } }, /Raw key must be exactly 32 bytes, got 1 bytes/],
    [{ type: 'plain', config: { key: key('0') } }, /Raw key cannot be all zeros/],
    [{ type: 'plain', config: { key: key('1'), more: 1 } }, /unknown field `more`/],
    [{ type: 'plain', config: { key: key('1') }, more: 1 }, /unknown field `more`/],
    [{ type: 'kms_a', config: { region: '', key_id: 'k' } }, /Region cannot be empty/],
    [{ type: 'kms_a', config: { key: key('1') } }, /Signer type 'AwsKms' does not match the provided configuration/],
    [{ type: 'nothing', config: {} }, /unknown variant `nothing`/],
    [{ type: 'local', config: {} }, /unknown variant `local`/],
    [{ config: {} }, /missing field `type`|type/],
    [{ id: '', type: 'plain', config: { key: key('1') } }, /^ID must contain only/],
    [{ id: 'a b', type: 'plain', config: { key: key('1') } }, /^ID must contain only/],
    [{ id: 'x'.repeat(37), type: 'plain', config: { key: key('1') } }, /^ID must contain only/],
    [
      { type: 'azure_key_vault', config: { ...azure, auth_type: 'workload_identity', federated_token_file: '/etc/x' } },
      /config file/,
    ],
  ])('400: %j', async (body, error) => {
    const answer = await call('POST', '/signers', body)
    expect([answer.status, answer.body]).toEqual([400, badRequest(expect.stringMatching(error))])
  })

  it('404: unknown', async () => {
    const { status, body } = await call('GET', '/signers/none')
    expect([status, body]).toEqual([
      404,
      { success: false, data: null, message: 'Not found', error: 'Signer with ID none not found' },
    ])
  })

  it('400: a relayer on a type that is not built yet', async () => {
    const { status, body } = await call('POST', '/relayers', relayer({ signer_id: 'of-kms_a' }))
    expect([status, body.error]).toEqual([400, 'Signers of type kms_a are not built yet'])
  })
})

describe('notifications', () => {
  it('is created, read, changed and listed; its key is never shown', async () => {
    const created = await call('POST', '/notifications', {
      id: 'n1',
      url: 'https://hook.example/x',
      signing_key: longKey,
    })
    const record = { id: 'n1', type: 'webhook', url: 'https://hook.example/x', has_signing_key: true }
    expect([created.status, created.body]).toEqual([201, { success: true, data: record, error: null }])
    expect((await call('GET', '/notifications/n1')).body.data).toEqual(record)

    const patch = async (body: object | string) => (await call('PATCH', '/notifications/n1', body)).body.data
    expect(await patch({})).toEqual(record)
    expect(await patch({ signing_key: null, url: null, type: 'webhook' })).toEqual(record)
    expect(await patch({ url: 'https://other.example/' })).toEqual({ ...record, url: 'https://other.example/' })
    expect(await patch({ signing_key: '' })).toEqual({
      ...record,
      url: 'https://other.example/',
      has_signing_key: false,
    })
    expect(await patch({ signing_key: `${longKey}2` })).toEqual({ ...record, url: 'https://other.example/' })
    const list = await call('GET', '/notifications')
    expect(list.body).toMatchObject({
      success: true,
      error: null,
      pagination: { current_page: 1, per_page: 10, total_items: 1 },
    })
    expect(list.text).not.toContain(longKey)
  })

  it('PATCH may be empty', async () => {
    const { status, body } = await send(server.port, 'PATCH', '/api/v1/notifications/n1')
    expect([status, body.data.id]).toEqual([200, 'n1'])
  })

  it('409: the id exists', async () => {
    const { status, body } = await call('POST', '/notifications', { id: 'n1', url: 'https://hook.example' })
    expect([status, body.message]).toEqual([409, 'Notification with this ID already exists'])
  })

  it.each([
    ['POST', '', { url: 'nothing' }, 'Invalid URL format'],
    ['POST', '', { url: 'https://a', signing_key: 'short' }, 'Signing key must be at least 32 characters long'],
    ['POST', '', { url: 'https://a', signing_key: '' }, 'Signing key must be at least 32 characters long'],
    ['POST', '', { url: 'https://a', id: 'a/b' }, /^ID must contain only/],
    ['POST', '', {}, /missing field `url`/],
    ['POST', '', { url: 'https://a', type: 'mail' }, /unknown variant `mail`/],
    ['POST', '', { url: 'https://a', key: 1 }, /unknown field `key`/],
    ['PATCH', '/n1', { url: 'nothing' }, 'Invalid URL format'],
    ['PATCH', '/n1', { signing_key: 'short' }, 'Signing key must be at least 32 characters long'],
    ['PATCH', '/n1', { id: 'other' }, /unknown field `id`/],
    ['PATCH', '/n1', { url: 5 }, /invalid type/],
  ])('400: %s %s %j', async (method, path, body, error) => {
    const answer = await call(method, `/notifications${path}`, body)
    const text = typeof error === 'string' ? error : expect.stringMatching(error)
    expect([answer.status, answer.body]).toEqual([400, badRequest(text)])
  })

  it.each([
    ['GET', undefined],
    ['PATCH', { url: 'nothing' }],
  ])('404: %s, before the new values are looked at', async (method, body) => {
    const answer = await call(method, '/notifications/none', body)
    expect([answer.status, answer.body]).toEqual([
      404,
      { success: false, data: null, message: 'Notification not found', error: "Notification with ID 'none' not found" },
    ])
  })
})

function relayer(fields: object): object {
  return { name: 'R', network: 'anvil', paused: false, network_type: 'evm', signer_id: 'r1', ...fields }
}

describe('relayers', () => {
  beforeAll(async () => {
    for (const digit of ['5', '6', '7']) {
      await call('POST', '/signers', { id: `r${digit}`, type: 'plain', config: { key: key(digit) } })
    }
  })

  it('is created and read; amounts are exact, URLs masked', async () => {
    const cap = 340282366920938463463374607431768211455n
    const { status, text, body } = await send(server.port, 'POST', '/api/v1/relayers', {
      headers: { ...authorizationJson },
      body: `{"id":"r5","name":"R","network":"anvil","paused":false,"network_type":"evm","signer_id":"r5",
        "notification_id":"n1","policies":{"gas_price_cap":${cap},"min_balance":"7","whitelist_receivers":["0xAB"],"eip1559_pricing":null},
        "custom_rpc_urls":[{"url":"http://127.0.0.1:9/SECRET?k=SECRET"},{"url":"http://127.0.0.1:9","weight":3}]}`,
    })
    expect(status).toBe(201)
    const record = {
      id: 'r5',
      name: 'R',
      network: 'anvil',
      network_type: 'evm',
      paused: false,
      policies: {
        min_balance: 7,
        gas_limit_estimation: true,
        include_revert_data: false,
        gas_price_cap: cap,
        whitelist_receivers: ['0xAB'],
      },
      signer_id: 'r5',
      notification_id: 'n1',
      custom_rpc_urls: [
        { url: 'http://127.0.0.1:9/***', weight: 100 },
        { url: 'http://127.0.0.1:9', weight: 3 },
      ],
      address: expect.stringMatching(/^0x[\da-f]{40}$/),
      system_disabled: false,
    }
    expect(body).toEqual({ success: true, data: record, error: null })
    expect(text).toContain(`"gas_price_cap":${cap}`)
    expect(text).not.toContain('SECRET')
    expect((await call('GET', '/relayers/r5')).body.data).toEqual(record)
  })

  it('leaves out what was never set', async () => {
    const { body } = await call(
      'POST',
      '/relayers',
      relayer({ id: 'r6', signer_id: 'r6', policies: null, notification_id: null }),
    )
    expect(Object.keys(body.data)).toEqual([
      'id',
      'name',
      'network',
      'network_type',
      'paused',
      'signer_id',
      'address',
      'system_disabled',
    ])
  })

  it.each([
    [400, { name: undefined }, /missing field `name`/],
    [400, { paused: undefined }, /missing field `paused`/],
    [400, { network_type: 'tron' }, /unknown variant `tron`/],
    [400, { surprise: 1 }, /unknown field `surprise`/],
    [
      400,
      { policies: { surprise: 1 } },
      /^Json deserialize error: Bad Request: Invalid EVM policy: unknown field `surprise`/,
    ],
    [
      400,
      { policies: { gas_price_cap: -1 } },
      /^Json deserialize error: Bad Request: Invalid EVM policy: gas_price_cap: /,
    ],
    [400, { id: '' }, 'ID cannot be empty'],
    [400, { id: 'x'.repeat(37) }, 'ID must not exceed 36 characters'],
    [400, { id: 'a b' }, /^ID must contain only/],
    [400, { name: '' }, 'Name cannot be empty'],
    [400, { network: '' }, 'Network cannot be empty'],
    [400, { custom_rpc_urls: [{ url: 'nothing' }] }, 'Invalid RPC URL: [invalid URL]'],
    [400, { custom_rpc_urls: ['http://a'] }, /custom_rpc_urls/],
    [400, { custom_rpc_urls: [{ url: 'http://a', weight: 101 }] }, 'RPC URL weight must be in range 0-100'],
    [400, { custom_rpc_urls: [{ url: 'http://169.254.169.254/x' }] }, /Cloud metadata endpoints/],
    [404, { signer_id: 'none' }, 'Signer with ID none not found'],
    [400, { signer_id: 'r7', network: 'nowhere' }, /^Network 'nowhere' not found for network type 'evm'/],
    [
      400,
      { signer_id: 'r5' },
      /^Cannot create relayer: signer 'r5' is already in use by relayer 'r5' on network 'anvil'/,
    ],
    [404, { signer_id: 'r7', notification_id: 'none' }, "Notification with ID 'none' not found"],
    [400, { network_type: 'solana', network: 'devnet' }, 'Relayers of type solana cannot be created yet'],
    [
      400,
      { network_type: 'stellar', network: 'testnet', policies: { fee_payment_strategy: 'relayer' } },
      'Relayers of type stellar cannot be created yet',
    ],
    [400, { network_type: 'stellar', policies: { surprise: 1 } }, /Invalid Stellar policy: unknown field/],
  ])('%i: %j', async (status, fields, error) => {
    const answer = await call('POST', '/relayers', relayer(fields))
    const text = typeof error === 'string' ? error : expect.stringMatching(error)
    expect([answer.status, answer.body.error]).toEqual([status, text])
    expect(answer.body).toMatchObject({
      success: false,
      data: null,
      message: status === 400 ? 'Bad Request' : expect.any(String),
    })
  })

  it('409: the id exists', async () => {
    const { status, body } = await call('POST', '/relayers', relayer({ id: 'main', signer_id: 'r7' }))
    expect([status, body.message]).toEqual([409, 'Conflict'])
  })

  it('404: unknown', async () => {
    const { status, body } = await call('GET', '/relayers/none')
    const error = 'Relayer with ID none not found'
    expect([status, body]).toEqual([404, { success: false, data: null, message: error, error }])
  })
})

const authorizationJson = {
  Authorization: 'Bearer a-key-for-tests-with-more-than-32-characters',
  'Content-Type': 'application/json',
}
