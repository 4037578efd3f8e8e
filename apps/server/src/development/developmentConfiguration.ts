import { randomBytes } from 'node:crypto'
import type { Configuration } from '@relayer/core'

/** The id of the one relayer, and of its signer. */
export const developmentRelayerId = 'dev'

/** One relayer with a key nobody else has, on a chain nobody else sees. */
export function developmentConfiguration(rpcUrl: string): Configuration {
  const id = developmentRelayerId
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
          is_testnet: true,
        },
      },
    ],
    signers: [{ id, type: 'local', config: {}, secret: JSON.stringify({ key: randomBytes(32).toString('hex') }) }],
    notifications: [],
    relayers: [
      {
        id,
        name: 'Development relayer',
        network: 'anvil',
        networkType: 'evm',
        paused: false,
        signerId: id,
        notificationId: null,
        // It is looked at before it is funded.
        policies: { min_balance: 0 },
        customRpcUrls: null,
      },
    ],
  }
}
