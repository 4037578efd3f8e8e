import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { complain } from '../cli/complain.ts'
import { say } from '../cli/say.ts'
import { type Closer, createCloser } from '../composition/createCloser.ts'
import { createLogger } from '../composition/createLogger.ts'
import { startServer } from '../composition/startServer.ts'
import { stopOnSignal } from '../composition/stopOnSignal.ts'
import type { Environment } from '../config/environment.ts'
import { parseDatabaseUrl } from '../config/databaseUrl.ts'
import { unwrap } from '../http/unwrap.ts'
import { curlLine } from './curlLine.ts'
import { developmentConfiguration, developmentRelayerId } from './developmentConfiguration.ts'
import { findAnvil } from './findAnvil.ts'
import { findPort } from './findPort.ts'
import { fundAccount } from './fundAccount.ts'
import { relayOne } from './relayOne.ts'
import { startAnvil } from './startAnvil.ts'

const host = '127.0.0.1'
const funds = 1_000n * 10n ** 18n

/**
 * The server with everything made up: its own chain, database, API key and one funded relayer. It relays one transaction,
 * says how to relay another, and goes on serving. All of it is gone when it stops.
 */
export async function runDevelopment(environment: Environment): Promise<void> {
  say(
    'Development mode: there is no config file and no API_KEY, so everything below is made up and gone when this ends.',
  )
  const logger = createLogger({
    level: environment.logLevel ?? 'warn',
    secrets: environment.secrets,
    destination: pino.destination(2),
  })
  const closer = createCloser(logger)
  stopOnSignal(closer, logger)
  try {
    await develop(environment, closer, logger)
  } catch (error) {
    await closer.close()
    throw error
  }
}

async function develop(environment: Environment, closer: Closer, logger: pino.Logger): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'relayer-dev-'))
  closer.add('folder', () => rm(folder, { recursive: true, force: true }))
  const anvil = await openAnvil(environment, closer)
  say(`chain     anvil, one block per second, ${anvil.url}`)
  say(`database  ${folder}`)

  const apiKey = randomBytes(24).toString('hex')
  const { engine, port } = await startServer({
    environment: {
      ...environment,
      host,
      port: await findPort(host, environment.port),
      database: parseDatabaseUrl('sqlite:dev.sqlite', folder),
      resetStorage: false,
      developmentMethods: true,
    },
    apiKey,
    encryptionKey: randomBytes(32),
    configuration: developmentConfiguration(anvil.url),
    logger,
    closer,
  })
  const { address } = unwrap(await engine.getRelayer(developmentRelayerId))
  await fundAccount(anvil.url, address, funds)
  say(`server    http://${host}:${port}`)
  say(`API key   ${apiKey}`)
  say(`relayer   ${developmentRelayerId}, ${address}, ${funds / 10n ** 18n} ETH`)

  const api = { baseUrl: `http://${host}:${port}`, apiKey }
  const body = { to: `0x${randomBytes(20).toString('hex')}`, value: 1, speed: 'fast' }
  await relayOne(api, developmentRelayerId, body)
  say('\nRelay another one:\n')
  say(curlLine(api, developmentRelayerId, body))
  say('\nCtrl-C ends everything.')
}

async function openAnvil(environment: Environment, closer: Closer) {
  const anvil = await startAnvil(findAnvil(environment.anvilBin))
  closer.add('anvil', () => anvil.stop())
  void anvil.ended.then(async () => {
    if (closer.isClosing()) return
    complain('anvil has ended, and nothing works without a chain')
    await closer.close()
    process.exit(1)
  })
  return anvil
}
