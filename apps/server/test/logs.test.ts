import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeProject } from './support/makeProject.ts'
import { runCli } from './support/runCli.ts'
import { apiKey, send } from './support/send.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const plant = (name: string) => `${name}-${randomBytes(12).toString('hex')}`
/** Everything that must not be in the log of a run. */
const planted = {
  apiKey,
  wrongKey: plant('wrong'),
  rpcKey: plant('rpckey'),
  rpcPassword: plant('rpcpass'),
  hookPath: plant('hook'),
  signingKey: `${plant('signing')}-of-more-than-32-characters`,
  passphrase: 'open sesame',
  encryptionKey: randomBytes(32).toString('base64'),
  privateKey: randomBytes(32).toString('hex'),
  brokenBody: plant('broken'),
  query: plant('query'),
  databasePassword: plant('dbpass'),
}

let folder: string
let close: () => void
/** A node and a webhook target that refuse everything, so that everything there is to complain about is complained about. */
beforeAll(async () => {
  const refusing = createServer((request, response) => {
    request.resume()
    response.writeHead(500).end(`no: ${request.url} ${request.headers.authorization}`)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => refusing.once('listening', resolve))
  close = () => refusing.close()
  const { port } = refusing.address() as AddressInfo
  folder = await makeProject(`http://127.0.0.1:${port}/v2/${planted.rpcKey}?key=${planted.rpcKey}`)
  const path = join(folder, 'config/config.json')
  const config = JSON.parse(await readFile(path, 'utf8'))
  config.notifications.push({
    id: 'n1',
    type: 'webhook',
    url: `http://127.0.0.1:${port}/${planted.hookPath}`,
    signing_key: { type: 'env', value: 'WEBHOOK_SIGNING_KEY' },
  })
  config.relayers[0].notification_id = 'n1'
  config.networks[0].rpc_urls.push(`http://user:${planted.rpcPassword}@127.0.0.1:9/${planted.rpcKey}`)
  await writeFile(path, JSON.stringify(config))
})
afterAll(async () => {
  close()
  await rm(folder, { recursive: true, force: true })
})

const environment = {
  API_KEY: apiKey,
  HOST: '127.0.0.1',
  APP_PORT: '0',
  LOG_LEVEL: 'trace',
  // a look at its node, which refuses everything, would disable the relayer
  RELAYER_HEALTH_INTERVAL_SECONDS: '0',
  KEYSTORE_PASSPHRASE: planted.passphrase,
  WEBHOOK_SIGNING_KEY: planted.signingKey,
  STORAGE_ENCRYPTION_KEY: planted.encryptionKey,
  REDIS_URL: `redis://:${planted.databasePassword}@127.0.0.1:9`,
}

it('the log of a run has request and transaction ids, and none of the secrets planted', async () => {
  const cli = runCli(['serve'], { cwd: folder, env: environment })
  const port = Number((await cli.match(/"port":(\d+),"msg":"listening"/))[1])
  const json = (token: string, id: string) => ({
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'X-Request-Id': id,
  })
  const call = (method: string, path: string, body?: object | string, token = apiKey, id = 'any') =>
    send(port, method, `/api/v1${path}`, { headers: json(token, id), body })

  const key = await call('POST', '/api-keys', { name: 'k', permissions: ['tx:send', 'admin'] })
  const rotated = await call('POST', `/api-keys/${key.body.data.id}/rotate`)
  const scoped = rotated.body.data.value
  const secrets = { ...planted, firstValue: key.body.data.value, secondValue: scoped }

  await call('POST', '/signers', { id: 's', type: 'plain', config: { key: planted.privateKey } })
  await call('POST', '/signers', { id: 's', type: 'plain', config: { key: `${planted.privateKey}00` } })
  await call('POST', '/signers', `{"id": ${planted.brokenBody}`)
  await call('GET', `/signers?page=${planted.query}`)
  await call('GET', '/signers', undefined, planted.wrongKey)
  await call('POST', '/notifications', {
    id: 'n2',
    url: `http://127.0.0.1:9/${planted.hookPath}`,
    signing_key: planted.signingKey,
  })
  const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
  const body = { to, value: 1, gas_limit: 21_000 }
  const sent = await call('POST', '/relayers/by-file/transactions', body, scoped, 'request-of-the-test')
  expect(sent.status).toBe(200)
  const path = `/relayers/by-file/transactions/${sent.body.data.id}`
  expect((await call('PUT', path, { ...body, value: 2 })).status).toBe(200)
  await call('GET', '/relayers/by-file/doctor')

  // the node is asked and the target told; both refuse, and both refusals are logged
  const log = () => cli.stdout() + cli.stderr()
  await until('a line about the node', () => (/no endpoint answers/.test(log()) ? true : undefined))
  await until('a line about the webhook', () => (/a webhook was not delivered/.test(log()) ? true : undefined))
  cli.child.kill('SIGTERM')
  expect(await cli.ended).toBe(0)

  for (const [name, secret] of Object.entries(secrets)) expect([name, log().includes(secret)]).toEqual([name, false])
  const lines = cli
    .stdout()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines).toContainEqual(
    expect.objectContaining({
      requestId: 'request-of-the-test',
      apiKeyId: key.body.data.id,
      relayerId: 'by-file',
      transactionId: sent.body.data.id,
      status: 200,
      msg: 'request',
    }),
  )
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 30,
      apiKeyId: 'root',
      endpoint: '/api/v1/signers',
      status: 201,
      msg: 'configuration request',
    }),
  )
  expect(lines.filter(line => line.msg === 'request' && line.requestId === undefined)).toEqual([])
})

it('a database that can not be reached is told without its password', async () => {
  const password = planted.databasePassword
  const env = { ...environment, DATABASE_URL: `postgres://user:${password}@127.0.0.1:9/d` }
  const cli = runCli(['serve'], { cwd: folder, env })
  expect(await cli.ended).toBe(1)
  expect(cli.stderr()).toContain('127.0.0.1:9/d')
  expect(cli.stdout() + cli.stderr()).not.toContain(password)
})
