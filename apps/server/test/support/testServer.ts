import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Configuration } from '@relayer/core'
import { pino } from 'pino'
import { createCloser } from '../../src/composition/createCloser.ts'
import { type RunningServer, startServer } from '../../src/composition/startServer.ts'
import { parseEnvironment } from '../../src/config/environment.ts'
import { apiKey } from './send.ts'

export const evmKey = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** One EVM network and a relayer `main` on it. Nobody listens on the default RPC URL: nothing gets past `pending`. */
export function testConfiguration(rpcUrl = 'http://127.0.0.1:9'): Configuration {
  return {
    networks: [
      {
        name: 'anvil',
        networkType: 'evm',
        rpcUrls: [{ url: rpcUrl, weight: 100 }],
        settings: {
          chain_id: 31337,
          required_confirmations: 1,
          average_blocktime_ms: 1000,
          features: ['eip1559'],
          symbol: 'ETH',
        },
      },
    ],
    signers: [{ id: 'main', type: 'local', config: {}, secret: JSON.stringify({ key: evmKey }) }],
    notifications: [],
    relayers: [
      {
        id: 'main',
        name: 'Main',
        network: 'anvil',
        networkType: 'evm',
        paused: false,
        signerId: 'main',
        notificationId: null,
        policies: null,
        customRpcUrls: null,
      },
    ],
  }
}

/** A rate that no test reaches, unless it wants to. */
export const unlimited = { RATE_LIMIT_REQUESTS_PER_SECOND: '1000000', RATE_LIMIT_BURST_SIZE: '1000000' }

export interface TestServer extends RunningServer {
  close(): Promise<void>
}

/**
 * The real server in this process, on a port of its own and a real SQLite file in a temporary folder. Relayers' health is left
 * alone unless RELAYER_HEALTH_INTERVAL_SECONDS is given: many tests have no chain at all.
 */
export async function startTestServer(
  configuration: Configuration = testConfiguration(),
  variables: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'relayer-test-'))
  const logger = pino({ level: variables['LOG_LEVEL'] ?? 'silent' })
  const closer = createCloser(logger)
  closer.add('folder', () => rm(folder, { recursive: true, force: true }))
  try {
    const server = await startServer({
      environment: parseEnvironment(
        { HOST: '127.0.0.1', APP_PORT: '0', RELAYER_HEALTH_INTERVAL_SECONDS: '0', ...unlimited, ...variables },
        folder,
      ),
      apiKey,
      encryptionKey: new Uint8Array(32).fill(7),
      configuration,
      logger,
      closer,
    })
    return { ...server, close: closer.close }
  } catch (error) {
    await closer.close()
    throw error
  }
}
