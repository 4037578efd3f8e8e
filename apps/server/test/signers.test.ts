import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'

let server: TestServer
const call = (method: string, path: string, body?: object | string) =>
  send(server.port, method, `/api/v1${path}`, { body })
const plain = (id: string, digit: string) =>
  call('POST', '/signers', { id, type: 'plain', config: { key: digit.padStart(64, digit) } })
const relayer = (id: string, signer_id: string, fields: object = {}) =>
  call('POST', '/relayers', {
    id,
    name: `The ${id}`,
    network: 'anvil',
    network_type: 'evm',
    paused: false,
    signer_id,
    ...fields,
  })
const badRequest = (error: unknown) => ({ success: false, data: null, message: 'Bad Request', error })
const missing = (id: string) => ({
  success: false,
  data: null,
  message: 'Not found',
  error: `Signer with ID ${id} not found`,
})
const refusedUpdate =
  'Signer updates are not allowed for security reasons. Please delete the existing signer and create a new one with the desired configuration.'

beforeAll(async () => {
  const configuration = testConfiguration()
  const [network] = configuration.networks
  server = await startTestServer({
    ...configuration,
    networks: [network!, { ...network!, name: 'other', settings: { ...network!.settings, chain_id: 31338 } }],
  })
})
afterAll(() => server.close())

describe('http.md 7.2 POST /signers', () => {
  it.each([
    ['vault', 'address', { address: 'http://169.254.169.254/v1', role_id: 'r', secret_id: 'SECRET', key_name: 'k' }],
    [
      'vault_transit',
      'address',
      { address: 'http://0.0.0.0:8200', role_id: 'r', secret_id: 'SECRET', key_name: 'k', pubkey: 'p' },
    ],
    [
      'azure_key_vault',
      'vault_url',
      {
        vault_url: 'http://metadata.google.internal',
        key_name: 'k',
        tenant_id: 't',
        client_id: 'c',
        client_secret: 'SECRET',
      },
    ],
    ['secrets_store', 'address', { address: 'ftp://v.example', role_id: 'r', secret_id: 'SECRET', key_name: 'k' }],
  ])('400: %s must not make the server call what it must not (%s)', async (type, field, config) => {
    const { status, body, text } = await call('POST', '/signers', { type, config })
    const reason = expect.stringMatching(new RegExp(`^Invalid signer configuration: ${field}: .*(not|only)`))
    expect([status, body]).toEqual([400, badRequest(reason)])
    expect(text).not.toContain('SECRET')
  })

  it.each([['auth_uri'], ['token_uri'], ['auth_provider_x509_cert_url'], ['client_x509_cert_url']])(
    '400: google_cloud_kms, %s',
    async field => {
      const url = 'https://a.example'
      const service_account = {
        private_key: 'SECRET',
        private_key_id: 'i',
        project_id: 'p',
        client_email: 'e',
        client_id: 'c',
        auth_uri: url,
        token_uri: url,
        auth_provider_x509_cert_url: url,
        client_x509_cert_url: url,
        universe_domain: 'googleapis.com',
        [field]: 'http://[fd00:ec2::254]/',
      }
      const config = { service_account, key: { location: 'l', key_ring_id: 'r', key_id: 'k', key_version: 1 } }
      const { status, body } = await call('POST', '/signers', { type: 'google_cloud_kms', config })
      expect([status, body]).toEqual([
        400,
        badRequest(
          `Invalid signer configuration: service_account.${field}: Cloud metadata endpoints (169.254.169.254, fd00:ec2::254) are not allowed`,
        ),
      ])
    },
  )

  it('400: private hosts when they are closed, and hosts that are not allowed', async () => {
    const closed = await startTestServer(undefined, {
      RPC_BLOCK_PRIVATE_IPS: 'true',
      RPC_ALLOWED_HOSTS: '10.0.0.1',
    }).catch(() => null)
    // the test network itself is on a private host
    expect(closed).toBeNull()
    const configuration = testConfiguration('https://rpc.example')
    const strict = await startTestServer(configuration, { RPC_BLOCK_PRIVATE_IPS: 'true' })
    const config = { address: 'http://10.0.0.1:8200', role_id: 'r', secret_id: 's', key_name: 'k' }
    const { status, body } = await send(strict.port, 'POST', '/api/v1/signers', { body: { type: 'vault', config } })
    expect([status, body.error]).toEqual([
      400,
      'Invalid signer configuration: address: Private IP addresses (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7) are not allowed',
    ])
    await strict.close()
  })

  it('409: the id is taken, and nothing is changed', async () => {
    await call('POST', '/signers', { id: 'dup', type: 'aws_kms', config: { region: 'eu', key_id: 'k' } })
    const { status, body } = await plain('dup', '9')
    expect([status, body]).toEqual([
      409,
      {
        success: false,
        data: null,
        message: 'Signer with this ID already exists',
        error: 'Signer with ID dup already exists',
      },
    ])
    expect((await call('GET', '/signers/dup')).body.data.type).toBe('aws_kms')
  })
})

describe('http.md 7.3 GET /signers', () => {
  it('lists pages with the total; page 0, size 0 and pages past the end are empty', async () => {
    const { body } = await call('GET', '/signers?per_page=1')
    const { total_items: total } = body.pagination
    expect(body).toEqual({
      success: true,
      data: [{ id: 'main', type: 'local', config: {} }],
      error: null,
      pagination: { current_page: 1, per_page: 1, total_items: total },
    })
    for (const [query, page, size] of [
      ['page=0', 0, 10],
      ['per_page=0', 1, 0],
      ['page=99', 99, 10],
    ] as const) {
      expect((await call('GET', `/signers?${query}`)).body).toEqual({
        success: true,
        data: [],
        error: null,
        pagination: { current_page: page, per_page: size, total_items: total },
      })
    }
  })

  it('by id: 404 for an unknown one', async () => {
    const { status, body } = await call('GET', '/signers/none')
    expect([status, body]).toEqual([404, missing('none')])
  })
})

describe('http.md 7.3 PATCH /signers/{id}', () => {
  it.each([['main'], ['none']])('400 with {}: %s is not looked up', async id => {
    for (const body of [{}, undefined]) {
      const answer = await call('PATCH', `/signers/${id}`, body)
      expect([answer.status, answer.body]).toEqual([400, badRequest(refusedUpdate)])
    }
  })

  it('400: any key is unknown', async () => {
    const { status, body } = await call('PATCH', '/signers/main', { a: 1 })
    expect([status, body]).toEqual([400, badRequest('Json deserialize error: unknown field `a`, there are no fields')])
  })
})

describe('http.md 7.3 DELETE /signers/{id}', () => {
  it('404: unknown', async () => {
    const { status, body } = await call('DELETE', '/signers/none')
    expect([status, body]).toEqual([404, missing('none')])
  })

  it('400 while relayers use it, with their names; it stays', async () => {
    await plain('used', '5')
    await relayer('one', 'used')
    await relayer('two', 'used', { network: 'other' })
    const { status, body } = await call('DELETE', '/signers/used')
    expect([status, body]).toEqual([
      400,
      badRequest(
        "Cannot delete signer 'used' because it is being used by 2 relayer(s): The one, The two. Please remove or reconfigure these relayers before deleting the signer.",
      ),
    ])
    expect((await call('GET', '/signers/used')).status).toBe(200)
  })

  it('200, and the id is free: what comes under it next has its own key', async () => {
    const address = async (id: string) => (await relayer(id, 'again')).body
    await plain('again', '6')
    // its key is opened, and the relayer refused for its id
    expect((await relayer('main', 'again')).status).toBe(409)
    const { status, body } = await call('DELETE', '/signers/again')
    expect([status, body]).toEqual([200, { success: true, data: 'Signer deleted successfully', error: null }])
    expect((await call('GET', '/signers/again')).status).toBe(404)
    expect((await call('DELETE', '/signers/again')).status).toBe(404)
    expect((await address('gone')).error).toBe('Signer with ID again not found')
    expect((await plain('again', '7')).status).toBe(201)
    const { data } = await address('fresh')
    expect(data.address).toBe(privateKeyToAddress(`0x${'7'.repeat(64)}`).toLowerCase())
  })

  it('one of a relayer created meanwhile and the deletion wins, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const id = `race${round}`
      await plain(id, `a${round}`)
      const [made, deleted] = await Promise.all([relayer(id, id), call('DELETE', `/signers/${id}`)])
      const left = [(await call('GET', `/relayers/${id}`)).status, (await call('GET', `/signers/${id}`)).status]
      expect([made.status, deleted.status].sort()).toSatisfy(([a, b]) => a !== 201 || b !== 200)
      expect(left).toEqual(made.status === 201 ? [200, 200] : [404, deleted.status === 200 ? 404 : 200])
    }
  })
})
