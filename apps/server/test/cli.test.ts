import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeystore, openKeystore } from '@relayer/signer-local'
import { privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runCli } from './support/runCli.ts'
import { apiKey } from './support/send.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'relayer-cli-'))
})
afterEach(() => rm(cwd, { recursive: true, force: true }))

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const cli = runCli(args, { cwd, env })
  const code = await cli.ended
  expect(cli.stderr()).not.toMatch(/^\s+at /m)
  return { code, stdout: cli.stdout(), stderr: cli.stderr() }
}

const configuration = {
  relayers: [],
  signers: [],
  notifications: [],
  networks: [
    {
      type: 'evm',
      network: 'a',
      rpc_urls: ['http://127.0.0.1:9'],
      chain_id: 1,
      required_confirmations: 1,
      symbol: 'E',
    },
  ],
}
async function writeConfig(config: unknown = configuration) {
  await mkdir(join(cwd, 'config'), { recursive: true })
  await writeFile(join(cwd, 'config/config.json'), JSON.stringify(config))
}

describe('usage', () => {
  it.each([['--help'], ['serve', '--help'], ['-h']])('0: %s %s', async (...args) => {
    const { code, stdout } = await run(args)
    expect([code, stdout]).toEqual([0, expect.stringContaining('relayer-server <command>')])
  })

  it('0: --version', async () => {
    expect(await run(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  })

  it.each([
    [],
    ['nonsense'],
    ['toString'],
    ['serve', '--nonsense'],
    ['serve', 'more'],
    ['keygen', '--password'],
    ['migrate', 'x'],
  ])('1: %s %s', async (...args) => {
    const { code, stderr } = await run(args.filter(arg => arg !== undefined))
    expect([code, stderr]).toEqual([1, expect.stringContaining('relayer-server <command>')])
  })
})

describe('serve', () => {
  it('1: names all that is missing', async () => {
    const { code, stderr } = await run(['serve'])
    expect(code).toBe(1)
    expect(stderr).toContain(`there is no config file at ${join(cwd, 'config/config.json')}`)
    expect(stderr).toContain('API_KEY must be set')
  })

  it.each([
    ['production', { NODE_ENV: 'production' }, 'API_KEY must be set'],
    ['an API key', { API_KEY: apiKey }, 'there is no config file'],
    ['a short API key', { API_KEY: 'short' }, 'API_KEY must be at least 32 characters long'],
    ['a bad value', { APP_PORT: 'x' }, 'APP_PORT must be an integer'],
  ])('1: nothing is made up with %s', async (_, env, message) => {
    const { code, stdout, stderr } = await run(['serve', '--dev-if-unconfigured'], env)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(message)
  })

  it('1: nothing is made up with a config file', async () => {
    await writeConfig()
    const { code, stderr } = await run(['serve', '--dev-if-unconfigured'])
    expect([code, stderr]).toEqual([1, 'relayer-server: API_KEY must be set (32 characters or more)\n'])
  })

  it('1: a mistake in the config file, by place', async () => {
    await writeConfig({ ...configuration, signers: [{ id: 'a', type: 'aws_kms', config: {} }] })
    const { code, stderr } = await run(['serve'], { API_KEY: apiKey })
    expect([code, stderr]).toEqual([
      1,
      'relayer-server: config.json: signers[0].config.region: this field is missing\n',
    ])
  })

  it('1: PostgreSQL without a key, and a server nobody answers at', async () => {
    await writeConfig()
    const env = { API_KEY: apiKey, DATABASE_URL: 'postgres://u:SECRET@127.0.0.1:9/d' }
    expect(await run(['serve'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('STORAGE_ENCRYPTION_KEY must be set'),
    })
    const encrypted = { ...env, STORAGE_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') }
    const { code, stderr, stdout } = await run(['serve'], encrypted)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^relayer-server: the database 127\.0\.0\.1:9\/d can't be opened: .*\(ECONNREFUSED\)\n$/)
    expect(stderr + stdout).not.toContain('SECRET')
  })

  it('1: a database file that is none, and one in use', async () => {
    await writeConfig()
    await writeFile(join(cwd, 'garbage'), 'no database at all, but long enough to be looked at')
    const env = { API_KEY: apiKey, HOST: '127.0.0.1', APP_PORT: '0' }
    const onGarbage = { ...env, DATABASE_URL: 'sqlite:./garbage' }
    expect(await run(['serve'], onGarbage)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`the key file ${join(cwd, 'garbage.key')} of the database`),
    })
    const key = Buffer.alloc(32, 7).toString('base64')
    const garbage = await run(['serve'], { ...onGarbage, STORAGE_ENCRYPTION_KEY: key })
    expect(garbage).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`the database ${join(cwd, 'garbage')} can't be opened`),
    })
    const first = runCli(['serve'], { cwd, env })
    await first.match(/listening/)
    expect(await run(['serve'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('in use by another relayer process'),
    })
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
  })

  it('1: another encryption key than the secrets were stored with', async () => {
    const keystore = await createKeystore(
      Uint8Array.from({ length: 32 }, (_, index) => index + 1),
      'p',
    )
    await writeConfig({
      ...configuration,
      relayers: [{ id: 'r', name: 'R', network: 'a', network_type: 'evm', paused: false, signer_id: 'k' }],
      signers: [{ id: 'k', type: 'local', config: { path: 'k.json', passphrase: { type: 'plain', value: 'p' } } }],
    })
    await writeFile(join(cwd, 'k.json'), JSON.stringify(keystore))
    const env = (byte: number) => ({
      API_KEY: apiKey,
      HOST: '127.0.0.1',
      APP_PORT: '0',
      STORAGE_ENCRYPTION_KEY: Buffer.alloc(32, byte).toString('base64'),
    })
    const first = runCli(['serve'], { cwd, env: env(1) })
    await first.match(/listening/)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const { code, stderr } = await run(['serve'], env(2))
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^relayer-server: .*key/i)])
  })

  it('reads .env, makes a key file only its owner reads, says what it ignores, and stops with 0', async () => {
    await writeConfig()
    await writeFile(join(cwd, '.env'), `API_KEY=${apiKey}\nREDIS_URL=redis://SECRET\nHOST=127.0.0.1\nAPP_PORT=1\n`)
    // the real environment wins over .env
    const cli = runCli(['serve'], { cwd, env: { APP_PORT: '0' } })
    const [, port] = await cli.match(/"port":(\d+),"msg":"listening"/)
    expect(Number(port)).toBeGreaterThan(1)
    const file = join(cwd, 'data/relayer.sqlite.key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(Buffer.from(await readFile(file, 'utf8'), 'base64')).toHaveLength(32)
    expect(cli.stdout().match(/"msg":"STORAGE_ENCRYPTION_KEY is not set/g)).toHaveLength(1)
    expect(cli.stdout()).toContain('"names":["REDIS_URL"]')
    expect(cli.stdout()).toMatch(/"backend":"(libsecp256k1|noble)"/)
    cli.child.kill('SIGTERM')
    expect(await cli.ended).toBe(0)

    const again = runCli(['serve'], { cwd, env: { APP_PORT: '0' } })
    await again.match(/listening/)
    expect(again.stdout()).not.toContain('STORAGE_ENCRYPTION_KEY is not set')
    again.child.kill('SIGINT')
    expect(await again.ended).toBe(0)
    expect(cli.stdout() + again.stdout()).not.toContain('SECRET')
  })

  it('LOG_MODE=file: logs to the file of the day, and to the next one at the start after the limit', async () => {
    await writeConfig()
    const env = { API_KEY: apiKey, HOST: '127.0.0.1', APP_PORT: '0', LOG_MODE: 'file', LOG_MAX_SIZE: '200' }
    const names = () => readdir(join(cwd, 'logs')).catch(() => [])
    const logOf = async (number: number) => {
      const name = (await names()).find(file => file.endsWith(`.${number}.log`))
      return name === undefined ? '' : readFile(join(cwd, 'logs', name), 'utf8')
    }
    for (const number of [1, 2]) {
      const cli = runCli(['serve'], { cwd, env })
      await until('listening', async () => ((await logOf(number)).includes('"msg":"listening"') ? true : undefined))
      cli.child.kill('SIGTERM')
      expect(await cli.ended).toBe(0)
      expect(cli.stdout()).toBe('')
    }
    expect((await names()).toSorted()).toEqual([
      expect.stringMatching(/^relayer-\d{4}-\d\d-\d\d\.1\.log$/),
      expect.stringMatching(/^relayer-\d{4}-\d\d-\d\d\.2\.log$/),
    ])
  })

  it('exits at once on a second signal', async () => {
    await writeConfig()
    const cli = runCli(['serve'], { cwd, env: { APP_PORT: '0', HOST: '127.0.0.1', API_KEY: apiKey } })
    const [, port] = await cli.match(/"port":(\d+),"msg":"listening"/)
    // a request that never ends keeps the drain waiting
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    const head = `POST /api/v1/signers HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${apiKey}\r\n`
    await new Promise(resolve => socket.once('connect', resolve))
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{`)
    cli.child.kill('SIGTERM')
    await cli.match(/"msg":"stopping"/)
    // at first it counts as the same Ctrl-C, which npm may pass on as well
    const again = setInterval(() => cli.child.kill('SIGTERM'), 100)
    expect(await cli.ended).toBe(1)
    clearInterval(again)
    socket.destroy()
  })

  it('1: a taken port, in a sentence', async () => {
    await writeConfig()
    const taken = createServer()
    await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const { code, stderr } = await run(['serve'], { API_KEY: apiKey, HOST: '127.0.0.1', APP_PORT: String(port) })
    expect([code, stderr]).toEqual([1, expect.stringContaining(`can't listen on 127.0.0.1:${port}`)])
    taken.close()
  })
})

describe('migrate', () => {
  it('makes the database, twice without harm', async () => {
    for (let times = 0; times < 2; times++) {
      const { code, stdout } = await run(['migrate'])
      expect([code, stdout]).toEqual([0, `the tables in ${join(cwd, 'data/relayer.sqlite')} are up to date\n`])
    }
    expect(existsSync(join(cwd, 'data/relayer.sqlite'))).toBe(true)
    expect(existsSync(join(cwd, 'data/relayer.sqlite.key'))).toBe(false)
  })
})

describe('keygen', () => {
  it('writes a keystore that opens to the printed address', async () => {
    const { code, stdout } = await run(['keygen'], { KEYSTORE_PASSPHRASE: 'open sesame' })
    expect(code).toBe(0)
    const [, address, path = ''] = /^address (0x[\da-f]{40})\npath {4}(.*)\n$/.exec(stdout) ?? []
    expect(path).toMatch(/config\/keys\/key_\d{8}_\d{6}\.json$/)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const key = await openKeystore({ json: await readFile(path, 'utf8'), passphrase: 'open sesame' })
    expect(privateKeyToAddress(`0x${Buffer.from(key).toString('hex')}`).toLowerCase()).toBe(address)
  })

  it('does not overwrite unless forced', async () => {
    const args = ['keygen', '--output-dir', 'k', '--filename', 'a.json', '--password', 'p']
    expect((await run(args)).code).toBe(0)
    const first = await readFile(join(cwd, 'k/a.json'), 'utf8')
    expect(await run(args)).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') })
    expect(await readFile(join(cwd, 'k/a.json'), 'utf8')).toBe(first)
    expect((await run([...args, '--force'])).code).toBe(0)
    expect(await readFile(join(cwd, 'k/a.json'), 'utf8')).not.toBe(first)
  })

  it('1: no passphrase', async () => {
    expect(await run(['keygen'])).toMatchObject({ code: 1, stderr: expect.stringContaining('KEYSTORE_PASSPHRASE') })
  })
})

describe('an old Node', () => {
  const old = oldNode()
  it.skipIf(old === null)(`is refused with a sentence (${old ?? 'no Node below 22.12 on this machine'})`, async () => {
    const cli = runCli(['serve'], { cwd, node: old as string })
    expect(await cli.ended).toBe(1)
    expect(cli.stderr()).toMatch(
      /^relayer-server: Node \d+\.\d+\.\d+ is too old; Node 22\.12 or newer is needed\..*\n$/,
    )
  })
})

/** A Node of the machine's own that is too old. */
function oldNode(): string | null {
  const paths = ['/usr/bin/node', '/usr/local/bin/node', '/opt/*/bin/node'].flatMap(pattern => globSync(pattern))
  const isOld = (path: string) => {
    const [major = 99, minor = 0] = (
      /^v(\d+)\.(\d+)/.exec(spawnSync(path, ['--version']).stdout?.toString() ?? '') ?? []
    )
      .slice(1)
      .map(Number)
    return major < 22 || (major === 22 && minor < 12)
  }
  return paths.find(isOld) ?? null
}
