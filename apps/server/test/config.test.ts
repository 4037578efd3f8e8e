import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeystore } from '@relayer/signer-local'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseEnvironment } from '../src/config/environment.ts'
import { readConfigFile } from '../src/config/readConfigFile.ts'

let root: string
const key = Uint8Array.from({ length: 32 }, (_, index) => index + 1)
const secret = 'a signing key of at least 32 characters'

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'relayer-config-'))
  await mkdir(join(root, 'config/keys'), { recursive: true })
  await mkdir(join(root, 'config/networks'))
  await mkdir(join(root, 'config/empty'))
  await writeFile(join(root, 'config/keys/k1.json'), JSON.stringify(await createKeystore(key, 'open sesame')))
  await writeFile(
    join(root, 'config/networks/evm.json'),
    JSON.stringify({ networks: [network({ network: 'from-folder' })] }),
  )
  await writeFile(join(root, 'config/networks/README.md'), 'not json')
})
afterAll(() => rm(root, { recursive: true, force: true }))

function network(fields: object = {}): object {
  return {
    type: 'evm',
    network: 'anvil',
    rpc_urls: ['http://127.0.0.1:8545'],
    chain_id: 31337,
    required_confirmations: 1,
    symbol: 'ETH',
    ...fields,
  }
}
const signer = {
  id: 'k1',
  type: 'local',
  config: { path: 'config/keys/k1.json', passphrase: { type: 'env', value: 'KEYSTORE_PASSPHRASE' } },
}
const fileVault = {
  address: 'https://v.example',
  role_id: { type: 'plain', value: 'r' },
  secret_id: { type: 'plain', value: 's' },
  key_name: 'k',
}
const relayer = { id: 'r1', name: 'R', network: 'anvil', network_type: 'evm', paused: false, signer_id: 'k1' }
const notification = {
  id: 'n1',
  type: 'webhook',
  url: 'http://localhost:9000/hook',
  signing_key: { type: 'env', value: 'WEBHOOK_SIGNING_KEY' },
}
const valid = { relayers: [relayer], signers: [signer], notifications: [notification], networks: [network()] }

async function read(config: unknown, variables: Readonly<Record<string, string>> = {}) {
  await writeFile(join(root, 'config/config.json'), typeof config === 'string' ? config : JSON.stringify(config))
  const environment = parseEnvironment(
    { KEYSTORE_PASSPHRASE: 'open sesame', WEBHOOK_SIGNING_KEY: secret, ...variables },
    root,
  )
  return readConfigFile(environment)
}

describe('readConfigFile', () => {
  it('reads the smallest file', async () => {
    const { configuration, warnings } = await read({ ...valid, plugins: [] })
    expect(warnings).toEqual([])
    expect(configuration).toEqual({
      networks: [
        {
          name: 'anvil',
          networkType: 'evm',
          rpcUrls: [{ url: 'http://127.0.0.1:8545', weight: 100 }],
          settings: { chain_id: 31337, required_confirmations: 1, symbol: 'ETH' },
        },
      ],
      predefinedNetworks: [],
      signers: [
        { id: 'k1', type: 'local', config: {}, secret: JSON.stringify({ key: Buffer.from(key).toString('hex') }) },
      ],
      notifications: [{ id: 'n1', url: 'http://localhost:9000/hook', signingKey: secret }],
      relayers: [
        {
          id: 'r1',
          name: 'R',
          network: 'anvil',
          networkType: 'evm',
          paused: false,
          signerId: 'k1',
          notificationId: null,
          policies: null,
          customRpcUrls: null,
        },
      ],
    })
  })

  it('keeps integers exact', async () => {
    const text = JSON.stringify({
      ...valid,
      relayers: [{ ...relayer, policies: { gas_price_cap: 'BIG', min_balance: 5 } }],
    })
    const { configuration } = await read(text.replace('"BIG"', '340282366920938463463374607431768211455'))
    expect(configuration.relayers[0]?.policies).toEqual({
      gas_price_cap: '340282366920938463463374607431768211455',
      min_balance: 5,
    })
  })

  it('reads the methods that rpc passes on', async () => {
    const policies = { rpc_allowed_methods: ['eth_call', 'debug_traceCall'] }
    const { configuration } = await read(JSON.stringify({ ...valid, relayers: [{ ...relayer, policies }] }))
    expect(configuration.relayers[0]?.policies).toEqual(policies)
  })

  it('warns about unknown keys and about plugins', async () => {
    const { warnings } = await read({
      ...valid,
      relayers: [{ ...relayer, extra: 1 }],
      plugins: [{ id: 'p', path: 'p.ts', timeout: 30, config: { a: 1 } }],
      relayer: [],
    })
    expect(warnings).toEqual([
      'config.json: ignored: relayer',
      'config.json: relayers[0]: ignored: extra',
      expect.stringContaining('plugins'),
    ])
  })

  it('reads every type of signer; secrets are plain or in a variable, and apart from what may be shown', async () => {
    const plain = (value: string) => ({ type: 'plain', value })
    const env = { type: 'env', value: 'MY_SECRET' }
    const vault = { address: 'https://v.example', role_id: env, secret_id: plain('SECRET'), key_name: 'k' }
    const signers = [
      { id: 'aws', type: 'aws_kms', config: { region: 'eu', key_id: 'k' } },
      {
        id: 'google',
        type: 'google_cloud_kms',
        config: {
          service_account: {
            project_id: 'p',
            private_key_id: env,
            private_key: plain('SECRET'),
            client_email: env,
            client_id: 'c',
          },
          key: { key_ring_id: 'r', key_id: 'k' },
        },
      },
      { id: 'vault', type: 'vault', config: vault },
      { id: 'transit', type: 'vault_transit', config: { ...vault, pubkey: 'pk' } },
      {
        id: 'turnkey',
        type: 'turnkey',
        config: {
          api_public_key: 'p',
          api_private_key: env,
          organization_id: 'o',
          private_key_id: 'i',
          public_key: 'q',
        },
      },
      {
        id: 'cdp',
        type: 'cdp',
        config: {
          api_key_id: 'i',
          api_key_secret: plain('U0VDUkVU'),
          wallet_secret: plain('U0VDUkVU'),
          account_address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
        },
      },
      {
        id: 'azure',
        type: 'azure_key_vault',
        config: {
          auth_type: 'workload_identity',
          tenant_id: env,
          client_id: env,
          federated_token_file: '/var/token',
          vault_url: 'https://z.example',
          key_name: 'k',
        },
      },
    ]
    const { configuration } = await read({ ...valid, relayers: [], signers }, { MY_SECRET: 'from-env' })
    expect(configuration.signers.map(({ id, secret }) => [id, secret && JSON.parse(secret)])).toEqual([
      ['aws', null],
      ['google', { service_account: { private_key_id: 'from-env', private_key: 'SECRET', client_email: 'from-env' } }],
      ['vault', { role_id: 'from-env', secret_id: 'SECRET' }],
      ['transit', { role_id: 'from-env', secret_id: 'SECRET' }],
      ['turnkey', { api_private_key: 'from-env' }],
      ['cdp', { api_key_secret: 'U0VDUkVU', wallet_secret: 'U0VDUkVU' }],
      ['azure', { federated_token_file: '/var/token' }],
    ])
    expect(configuration.signers[1]?.config).toEqual({
      service_account: {
        project_id: 'p',
        client_id: 'c',
        auth_uri: 'https://accounts.google.com/o/oauth2/auth',
        token_uri: 'https://oauth2.googleapis.com/token',
        auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
        client_x509_cert_url: 'https://www.googleapis.com/robot/v1/metadata/x509',
        universe_domain: 'googleapis.com',
      },
      key: { location: 'global', key_ring_id: 'r', key_id: 'k', key_version: 1 },
    })
    expect(configuration.signers[6]?.config).toMatchObject({ auth_type: 'workload_identity', tenant_id: 'from-env' })
  })

  it('takes predefined networks that relayers name, and as parents', async () => {
    const { configuration } = await read({
      ...valid,
      relayers: [
        { ...relayer, network: 'localhost-anvil' },
        { ...relayer, id: 'r2', network: 'mine' },
      ],
      networks: [{ type: 'evm', network: 'mine', from: 'sepolia', rpc_urls: ['http://mine'] }],
    })
    expect(configuration.networks).toEqual([
      {
        name: 'mine',
        networkType: 'evm',
        rpcUrls: [{ url: 'http://mine', weight: 100 }],
        settings: expect.objectContaining({ chain_id: 11155111, required_confirmations: 6, features: ['eip1559'] }),
      },
    ])
    expect(configuration.predefinedNetworks?.map(({ name }) => name)).toEqual(['localhost-anvil'])
  })

  it('reads networks from one file', async () => {
    const { configuration } = await read({ ...valid, relayers: [], networks: './config/networks/evm.json' })
    expect(configuration.networks.map(({ name }) => name)).toEqual(['from-folder'])
    expect(configuration.predefinedNetworks).toEqual([])
  })

  it.each([undefined, null, '', './config/networks'])(
    'takes all predefined networks without a networks folder: %j',
    async networks => {
      await rename(join(root, 'config/networks'), join(root, 'config/elsewhere'))
      try {
        const { configuration } = await read({ ...valid, relayers: [{ ...relayer, network: 'mainnet' }], networks })
        expect(configuration.networks).toEqual([])
        expect(configuration.predefinedNetworks).toHaveLength(63)
      } finally {
        await rename(join(root, 'config/elsewhere'), join(root, 'config/networks'))
      }
    },
  )

  it('leaves out predefined networks whose endpoints may not be called', async () => {
    const named = { ...valid, relayers: [{ ...relayer, network: 'localhost-anvil' }] }
    await expect(
      read({ ...named, networks: [network({ rpc_urls: ['https://a.example'] })] }, { RPC_BLOCK_PRIVATE_IPS: 'true' }),
    ).rejects.toThrow('config.json: relayers[0].network: there is no evm network localhost-anvil')
  })

  it.each([undefined, null, '', './config/networks'])('reads networks from a folder: %j', async networks => {
    const { configuration } = await read({ ...valid, relayers: [], networks })
    expect(configuration.networks.map(({ name }) => name)).toEqual(['from-folder'])
  })

  it('inherits: scalars and URLs are replaced, tags and features added', async () => {
    const { configuration } = await read({
      ...valid,
      relayers: [],
      networks: [
        { type: 'evm', network: 'c', from: 'b', tags: ['x', 'z'], symbol: 'C' },
        {
          type: 'evm',
          network: 'b',
          from: 'a',
          rpc_urls: [{ url: 'http://b', weight: 5 }],
          tags: ['y'],
          is_testnet: true,
        },
        network({ network: 'a', tags: ['x'], features: ['eip1559'], explorer_urls: ['https://e.example'] }),
        { type: 'stellar', network: 'a', rpc_urls: ['http://s'], passphrase: 'p' },
      ],
    })
    expect(configuration.networks[0]).toEqual({
      name: 'c',
      networkType: 'evm',
      rpcUrls: [{ url: 'http://b', weight: 5 }],
      settings: {
        chain_id: 31337,
        required_confirmations: 1,
        symbol: 'C',
        tags: ['x', 'y', 'z'],
        features: ['eip1559'],
        explorer_urls: ['https://e.example'],
        is_testnet: true,
      },
    })
  })

  it.each([
    ['not json', '{"relayers": [', /^config\.json: it is not valid JSON/],
    ['not an object', [], /^config\.json: /],
    ['no relayers', { ...valid, relayers: undefined }, 'config.json: relayers: this field is missing'],
    ['wrong type', { ...valid, signers: {} }, 'config.json: signers: array expected'],
    ['networks a number', { ...valid, networks: 5 }, 'config.json: networks: an array, a folder name or null expected'],
    ['no network', { ...valid, networks: [] }, 'config.json: networks: at least one network is needed'],
    ['no folder', { ...valid, networks: './nowhere' }, /nowhere can't be read \(ENOENT\)$/],
    ['folder without json', { ...valid, networks: './config/empty' }, /config\/empty holds no json file$/],
    ['a file of another kind', { ...valid, networks: './config/keys' }, 'k1.json: networks: this field is missing'],
    [
      'unknown network key',
      { ...valid, networks: [network({ rpc_url: 'x' })] },
      'config.json: networks[0]: unknown field `rpc_url`',
    ],
    [
      'network type',
      { ...valid, networks: [network({ type: 'tron' })] },
      /^config\.json: networks\[0\].*type must be one of/,
    ],
    [
      'no chain id',
      { ...valid, networks: [network({ chain_id: null })] },
      'config.json: networks[0].chain_id: this field is missing',
    ],
    [
      'empty symbol',
      { ...valid, networks: [network({ symbol: '' })] },
      'config.json: networks[0].symbol: this field is missing',
    ],
    [
      'no url',
      { ...valid, networks: [network({ rpc_urls: [] })] },
      'config.json: networks[0].rpc_urls: at least one RPC URL is needed',
    ],
    [
      'bad weight',
      { ...valid, networks: [network({ rpc_urls: [{ url: 'http://a', weight: 101 }] })] },
      /^config\.json: networks\[0\]\.rpc_urls\[0\]\.weight: /,
    ],
    [
      'scheme',
      { ...valid, networks: [network({ rpc_urls: ['ftp://a/x'] })] },
      "config.json: networks[0].rpc_urls[0]: Invalid RPC URL: ftp://a/[path redacted]: Invalid URL scheme 'ftp': only http and https are allowed",
    ],
    [
      'twice',
      { ...valid, networks: [network(), network()] },
      'config.json: networks[1]: the evm network anvil is defined twice',
    ],
    [
      'circle',
      { ...valid, networks: [network({ from: 'b' }), network({ network: 'b', from: 'anvil' })] },
      'config.json: networks[1].from: inheritance runs in a circle: anvil → b → anvil',
    ],
    ['itself', { ...valid, networks: [network({ from: 'anvil' })] }, /circle: anvil → anvil$/],
    [
      'no parent',
      { ...valid, networks: [network({ from: 'x' })] },
      'config.json: networks[0].from: there is no evm network x',
    ],
    [
      'parent of another type',
      { ...valid, networks: [network({ from: 's' }), { type: 'solana', network: 's', rpc_urls: ['http://s'] }] },
      'config.json: networks[0].from: s is of type solana, a parent must be of type evm',
    ],
    [
      'gas price cache',
      { ...valid, networks: [network({ gas_price_cache: { stale_after_ms: 5, expire_after_ms: 5 } })] },
      'config.json: networks[0].gas_price_cache: expire_after_ms must be greater than stale_after_ms',
    ],
    [
      'relayer id',
      { ...valid, relayers: [{ ...relayer, id: 'a b' }] },
      /^config\.json: relayers\[0\]\.id: ID must contain only/,
    ],
    [
      'relayer twice',
      { ...valid, relayers: [relayer, relayer] },
      'config.json: relayers[1].id: the id r1 occurs twice',
    ],
    [
      'relayer name',
      { ...valid, relayers: [{ ...relayer, name: '' }] },
      'config.json: relayers[0].name: Name cannot be empty',
    ],
    [
      'paused',
      { ...valid, relayers: [{ ...relayer, paused: 'no' }] },
      'config.json: relayers[0].paused: boolean expected',
    ],
    [
      'policy',
      { ...valid, relayers: [relayer, { ...relayer, id: 'r2', policies: { gas_price_cap: -1 } }] },
      /^config\.json: relayers\[1\]\.policies\.gas_price_cap: .*-1/,
    ],
    [
      'unknown policy',
      { ...valid, relayers: [{ ...relayer, policies: { max: 1 } }] },
      /^config\.json: relayers\[0\]\.policies: unknown field `max`/,
    ],
    [
      'solana',
      { ...valid, relayers: [{ ...relayer, network_type: 'solana' }] },
      'config.json: relayers[0].network_type: relayers of type solana are not built yet; only evm ones are',
    ],
    [
      'no such network',
      { ...valid, relayers: [{ ...relayer, network: 'x' }] },
      'config.json: relayers[0].network: there is no evm network x',
    ],
    [
      'no such signer',
      { ...valid, relayers: [{ ...relayer, signer_id: 'x' }] },
      'config.json: relayers[0].signer_id: there is no signer x',
    ],
    [
      'no such notification',
      { ...valid, relayers: [{ ...relayer, notification_id: 'x' }] },
      'config.json: relayers[0].notification_id: there is no notification x',
    ],
    [
      'signer field missing',
      { ...valid, signers: [{ id: 'k1', type: 'aws_kms', config: { region: 'eu' } }] },
      'config.json: signers[0].config.key_id: this field is missing',
    ],
    [
      'signer field unknown',
      { ...valid, signers: [{ id: 'k1', type: 'aws_kms', config: { region: 'eu', key_id: 'k', key: 'SECRET' } }] },
      'config.json: signers[0].config: unknown field `key`',
    ],
    [
      'signer field empty',
      { ...valid, signers: [signer, { id: 'k2', type: 'aws_kms', config: { region: '', key_id: 'k' } }] },
      'config.json: signers[1].config: Invalid signer configuration: AWS KMS validation failed: region: Region cannot be empty',
    ],
    [
      'signer secret not in a variable',
      {
        ...valid,
        signers: [{ id: 'k1', type: 'vault', config: { ...fileVault, role_id: { type: 'env', value: 'NOPE' } } }],
      },
      'config.json: signers[0].config.role_id: the environment variable NOPE is not set',
    ],
    [
      'signer secret of neither form',
      { ...valid, signers: [{ id: 'k1', type: 'vault', config: { ...fileVault, secret_id: 'SECRET' } }] },
      'config.json: signers[0].config.secret_id: object expected',
    ],
    [
      'signer url',
      { ...valid, signers: [{ id: 'k1', type: 'vault', config: { ...fileVault, address: 'nowhere' } }] },
      /^config\.json: signers\[0\]\.config: .*address: Address must be a valid URL/,
    ],
    ['signer twice', { ...valid, signers: [signer, signer] }, 'config.json: signers[1].id: the id k1 occurs twice'],
    [
      'empty passphrase',
      { ...valid, signers: [{ ...signer, config: { ...signer.config, passphrase: { type: 'plain', value: '' } } }] },
      'config.json: signers[0].config.passphrase: the passphrase must not be empty',
    ],
    [
      'signer and network shared',
      { ...valid, relayers: [relayer, { ...relayer, id: 'r2' }] },
      /^config\.json: relayers\[1\]\.signer_id: Cannot create relayer: signer 'k1' is already in use by relayer 'r1' on network 'anvil'/,
    ],
    [
      'twice but for case',
      { ...valid, networks: [network(), network({ network: 'Anvil' })] },
      'config.json: networks[1]: the evm network Anvil is defined twice',
    ],
    [
      'circle but for case',
      { ...valid, networks: [network({ from: 'B' }), network({ network: 'b', from: 'ANVIL' })] },
      /circle/,
    ],
    [
      'block time',
      { ...valid, networks: [network({ average_blocktime_ms: 0 })] },
      /^config\.json: networks\[0\]\.average_blocktime_ms: /,
    ],
    [
      'explorer',
      { ...valid, networks: [network({ explorer_urls: ['x'] })] },
      'config.json: networks[0].explorer_urls[0]: a URL expected',
    ],
    [
      'chain id',
      { ...valid, networks: [network({ chain_id: '1' })] },
      'config.json: networks[0].chain_id: number expected',
    ],
    [
      'only weights of 0',
      { ...valid, networks: [network({ rpc_urls: [{ url: 'http://a', weight: 0 }] })] },
      'config.json: networks[0].rpc_urls: At least one RPC URL must have a weight above 0',
    ],
    [
      'no passphrase',
      { ...valid, networks: [network(), { type: 'stellar', network: 's', rpc_urls: ['http://s'] }] },
      'config.json: networks[1].passphrase: this field is missing',
    ],
    [
      'custom url',
      { ...valid, relayers: [{ ...relayer, custom_rpc_urls: ['http://169.254.169.254/SECRET'] }] },
      /^config\.json: relayers\[0\]\.custom_rpc_urls\[0\]: Invalid RPC URL: .*Cloud metadata/,
    ],
    [
      'custom url of another kind',
      { ...valid, relayers: [{ ...relayer, custom_rpc_urls: [5] }] },
      'config.json: relayers[0].custom_rpc_urls[0]: a URL or {"url": …, "weight": 0–100} expected',
    ],
    [
      'notification id',
      { ...valid, notifications: [{ ...notification, id: '' }] },
      /^config\.json: notifications\[0\]\.id: ID must contain only/,
    ],
    [
      'notification twice',
      { ...valid, notifications: [notification, notification] },
      'config.json: notifications[1].id: the id n1 occurs twice',
    ],
    [
      'notification type',
      { ...valid, notifications: [{ ...notification, type: 'mail' }] },
      /^config\.json: notifications\[0\]\.type: /,
    ],
    [
      'plugin without a path',
      { ...valid, plugins: [{ id: 'p' }] },
      'config.json: plugins[0].path: this field is missing',
    ],
    [
      'plugin of another language',
      { ...valid, plugins: [{ id: 'p', path: 'p.js' }] },
      'config.json: plugins[0].path: the path of a file ending in .ts expected',
    ],
    [
      'plugin without an id',
      { ...valid, plugins: [{ id: '', path: 'p.ts' }] },
      'config.json: plugins[0].id: a plugin needs an id',
    ],
    [
      'plugin timeout',
      { ...valid, plugins: [{ id: 'p', path: 'p.ts', timeout: 0 }] },
      /^config\.json: plugins\[0\]\.timeout: /,
    ],
    [
      'plugin twice',
      {
        ...valid,
        plugins: [
          { id: 'p', path: 'p.ts' },
          { id: 'p', path: 'q.ts' },
        ],
      },
      'config.json: plugins[1].id: the id p occurs twice',
    ],
    [
      'an unknown signer type',
      { ...valid, signers: [{ ...signer, type: 'x' }] },
      /^config\.json: signers\[0\]\.type: unknown signer type/,
    ],
    ['signer key', { ...valid, signers: [{ ...signer, x: 1 }] }, 'config.json: signers[0]: unknown field `x`'],
    [
      'keystore missing',
      { ...valid, signers: [{ ...signer, config: { ...signer.config, path: 'none.json' } }] },
      'config.json: signers[0].config: The keystore path must name a plain file (none.json)',
    ],
    [
      'wrong passphrase',
      {
        ...valid,
        signers: [{ ...signer, config: { ...signer.config, passphrase: { type: 'plain', value: 'SECRET' } } }],
      },
      'config.json: signers[0].config: The keystore passphrase is wrong (config/keys/k1.json)',
    ],
    [
      'variable not set',
      { ...valid, signers: [{ ...signer, config: { ...signer.config, passphrase: { type: 'env', value: 'NOPE' } } }] },
      'config.json: signers[0].config.passphrase: the environment variable NOPE is not set',
    ],
    [
      'short signing key',
      { ...valid, notifications: [{ ...notification, signing_key: { type: 'plain', value: 'SECRET' } }] },
      'config.json: notifications[0].signing_key: Signing key must be at least 32 characters long',
    ],
    [
      'url',
      { ...valid, notifications: [{ ...notification, url: '' }] },
      'config.json: notifications[0].url: Invalid URL format',
    ],
    [
      'notification key',
      { ...valid, notifications: [{ ...notification, x: 1 }] },
      'config.json: notifications[0]: unknown field `x`',
    ],
  ])('says where and why: %s', async (_, config, message) => {
    const error: Error = await read(config).then(
      () => Promise.reject(new Error('it was accepted')),
      (reason: Error) => reason,
    )
    if (typeof message === 'string') expect(error.message).toBe(message)
    else expect(error.message).toMatch(message)
    expect(error.message).not.toContain('SECRET')
  })

  it('keeps RPC hosts within RPC_ALLOWED_HOSTS and off private addresses', async () => {
    await expect(read(valid, { RPC_ALLOWED_HOSTS: 'a.example,b.example' })).rejects.toThrow(
      "Host '127.0.0.1' is not in the allowed",
    )
    await expect(read(valid, { RPC_BLOCK_PRIVATE_IPS: 'TRUE' })).rejects.toThrow('Loopback addresses')
    await expect(read(valid, { RPC_ALLOWED_HOSTS: '127.0.0.1' })).resolves.toBeDefined()
  })
})
