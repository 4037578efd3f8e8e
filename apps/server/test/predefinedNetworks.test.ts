import { describe, expect, it } from 'vitest'
import { readPredefinedNetworks } from '../src/config/readPredefinedNetworks.ts'

const open = { rpcAllowedHosts: [], rpcBlockPrivateIps: false }
const tagOf: Record<string, string> = {
  R: 'rollup',
  A: 'arbitrum-based',
  O: 'optimism-based',
  N: 'no-mempool',
  Z: 'polygon-zkevm-based',
  P: 'polkadot-based',
  D: 'deprecated',
}

// name, chain id, confirmations, block time in ms, symbol, fee family, tags, main or test network
const evm = [
  ['abstract', 2741, 6, 1000, 'ETH', '1559', '', 'M'],
  ['abstract-sepolia', 11124, 6, 1000, 'ETH', '1559', '', 'T'],
  ['arbitrum-one', 42161, 1, 260, 'ETH', '1559', 'ANR', 'M'],
  ['arbitrum-sepolia', 421614, 1, 260, 'ETH', '1559', 'ADNR', 'T'],
  ['arbitrum-nova', 42170, 1, 260, 'ETH', '1559', 'ANR', 'M'],
  ['binance-smart-chain', 56, 1, 3000, 'BNB', 'legacy', '', 'M'],
  ['binance-smart-chain-testnet', 97, 1, 3000, 'BNB', 'legacy', 'D', 'T'],
  ['mainnet', 1, 12, 12000, 'ETH', '1559', '', 'M'],
  ['sepolia', 11155111, 6, 12000, 'ETH', '1559', '', 'T'],
  ['holesky', 17000, 6, 12000, 'ETH', '1559', 'D', 'T'],
  ['linea', 59144, 1, 12000, 'ETH', '1559', 'R', 'M'],
  ['linea-sepolia', 59141, 1, 12000, 'ETH', '1559', 'DR', 'T'],
  ['localhost-anvil-docker', 31337, 1, 1000, 'ETH', '1559', '', 'T'],
  ['localhost-anvil', 31337, 1, 1000, 'ETH', '1559', '', 'T'],
  ['mantle', 5000, 1, 2000, 'MNT', '1559', 'R', 'M'],
  ['mantle-sepolia', 5003, 1, 2000, 'MNT', '1559', 'DR', 'T'],
  ['optimism', 10, 1, 2000, 'ETH', '1559', 'OR', 'M'],
  ['optimism-sepolia', 11155420, 1, 2000, 'ETH', '1559', 'DOR', 'T'],
  ['base', 8453, 1, 2000, 'ETH', '1559', 'OR', 'M'],
  ['base-sepolia', 84532, 1, 2000, 'ETH', '1559', 'DOR', 'T'],
  ['unichain', 130, 1, 1000, 'ETH', '1559', 'OR', 'M'],
  ['unichain-sepolia', 1301, 1, 1000, 'ETH', '1559', 'DOR', 'T'],
  ['world-chain', 480, 1, 2000, 'ETH', '1559', 'OR', 'M'],
  ['world-chain-sepolia', 4801, 1, 2000, 'ETH', '1559', 'DOR', 'T'],
  ['gnosis', 100, 1, 5000, 'xDAI', '1559', '', 'M'],
  ['gnosis-chiado', 10200, 6, 5000, 'xDAI', '1559', '', 'T'],
  ['fantom', 250, 1, 1200, 'FTM', 'legacy', '', 'M'],
  ['fantom-testnet', 4002, 1, 1200, 'FTM', 'legacy', 'D', 'T'],
  ['moonbeam', 1284, 1, 12500, 'GLMR', '1559', '', 'M'],
  ['moonriver', 1285, 1, 12500, 'MOVR', '1559', '', 'M'],
  ['moonbase', 1287, 1, 5600, 'DEV', '1559', '', 'T'],
  ['avalanche', 43114, 1, 2000, 'AVAX', '1559', '', 'M'],
  ['avalanche-fuji', 43113, 1, 2000, 'AVAX', '1559', 'D', 'T'],
  ['celo', 42220, 1, 5000, 'CELO', 'legacy', '', 'M'],
  ['celo-alfajores', 44787, 1, 5000, 'CELO', 'legacy', 'D', 'T'],
  ['celo-baklava', 62320, 1, 5000, 'CELO', 'legacy', 'D', 'T'],
  ['aurora', 1313161554, 1, 1100, 'ETH', 'legacy', '', 'M'],
  ['aurora-testnet', 1313161555, 1, 1100, 'ETH', 'legacy', 'D', 'T'],
  ['fuse', 122, 6, 5000, 'FUSE', '1559', '', 'M'],
  ['fuse-spark', 123, 6, 5000, 'SPARK', '1559', '', 'T'],
  ['japan-open-chain', 81, 1, 5000, 'JOC', '1559', '', 'M'],
  ['japan-open-chain-testnet', 10081, 1, 5000, 'JOCT', '1559', '', 'T'],
  ['peaq-mainnet', 3338, 1, 6000, 'PEAQ', '1559', '', 'M'],
  ['peaq-agung', 9990, 1, 6000, 'AGNG', '1559', '', 'T'],
  ['polkadot-hub', 420420419, 6, 2400, 'DOT', 'legacy', 'P', 'M'],
  ['polkadot-hub-testnet', 420420422, 2, 6000, 'PAS', 'legacy', 'P', 'T'],
  ['polygon', 137, 1, 2100, 'POL', '1559', '', 'M'],
  ['polygon-amoy', 80002, 1, 2100, 'POL', '1559', '', 'T'],
  ['polygon-zkevm', 1101, 1, 5000, 'ETH', 'legacy', 'Z', 'M'],
  ['polygon-zkevm-testnet', 2442, 1, 5000, 'ETH', 'legacy', 'Z', 'T'],
  ['scroll', 534352, 1, 3000, 'ETH', '1559', '', 'M'],
  ['scroll-sepolia', 534351, 1, 3000, 'ETH', '1559', '', 'T'],
  ['sei-mainnet', 1329, 1, 400, 'SEI', '1559', '', 'M'],
  ['sei-atlantic-2', 1328, 1, 400, 'SEI', '1559', '', 'T'],
  ['sophon', 50104, 6, 1000, 'SOPH', 'legacy', '', 'M'],
  ['sophon-testnet', 531050104, 6, 1000, 'SOPH', 'legacy', '', 'T'],
  ['zk-sync', 324, 1, 5000, 'ETH', 'legacy', 'R', 'M'],
  ['zk-sync-testnet', 300, 1, 5000, 'ETH', 'legacy', 'DR', 'T'],
] as const

describe('the networks that ship with the server', async () => {
  const { usable, entries } = await readPredefinedNetworks(open)
  const find = (type: string, name: string) =>
    usable.find(network => network.networkType === type && network.name === name)

  it.each(evm)('%s', (name, chainId, confirmations, blockMs, symbol, fees, tags, net) => {
    const { rpcUrls, settings } = find('evm', name) ?? expect.fail('it is missing')
    expect(rpcUrls.length).toBeGreaterThan(0)
    expect(settings).toEqual({
      chain_id: chainId,
      required_confirmations: confirmations,
      average_blocktime_ms: blockMs,
      symbol,
      is_testnet: net === 'T',
      ...(fees === '1559' && { features: ['eip1559'] }),
      ...(tags !== '' && {
        tags: expect.toSatisfy(found =>
          sameItems(
            found,
            [...tags].map(letter => tagOf[letter]),
          ),
        ),
      }),
      ...(!name.startsWith('localhost') && { explorer_urls: [expect.stringMatching(/^https:/)] }),
    })
  })

  it('are these, three of Solana, two of Stellar, and no others', () => {
    expect(entries).toHaveLength(evm.length + 5)
    expect(usable.map(({ networkType }) => networkType).filter(type => type !== 'evm')).toHaveLength(5)
    for (const name of ['mainnet-beta', 'testnet', 'devnet'])
      expect(find('solana', name)?.settings['average_blocktime_ms']).toBe(400)
    expect(find('stellar', 'mainnet')?.settings).toMatchObject({
      passphrase: 'Public Global Stellar Network ; September 2015',
      horizon_url: 'https://horizon.stellar.org',
      is_testnet: false,
    })
    expect(find('stellar', 'testnet')?.settings).toMatchObject({
      passphrase: 'Test SDF Network ; September 2015',
      horizon_url: 'https://horizon-testnet.stellar.org',
      is_testnet: true,
      average_blocktime_ms: 5000,
    })
  })

  it('have a chain id of their own each, but for the local ones', () => {
    const ids = evm.filter(([name]) => !name.startsWith('localhost')).map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('keep to the rules for RPC hosts: endpoints that may not be called are left out', async () => {
    const closed = await readPredefinedNetworks({ rpcAllowedHosts: [], rpcBlockPrivateIps: true })
    expect(closed.usable.map(({ name }) => name)).not.toContain('localhost-anvil')
    expect(closed.entries).toHaveLength(entries.length)
    const one = await readPredefinedNetworks({ rpcAllowedHosts: ['sepolia.drpc.org'], rpcBlockPrivateIps: false })
    expect(one.usable).toEqual([
      expect.objectContaining({ name: 'sepolia', rpcUrls: [{ url: 'https://sepolia.drpc.org', weight: 100 }] }),
    ])
  })
})

function sameItems(found: unknown, expected: readonly unknown[]): boolean {
  return Array.isArray(found) && found.toSorted().join() === expected.toSorted().join()
}
