import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeystore } from '@relayer/signer-local'

const fileKey = Uint8Array.from({ length: 32 }, (_, index) => index + 1)

/** A project folder as a user would make it: a keystore, a config file with one network and one relayer. */
export async function makeProject(rpcUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'relayer-restart-'))
  await mkdir(join(folder, 'config/keys'), { recursive: true })
  await writeFile(join(folder, 'config/keys/k1.json'), JSON.stringify(await createKeystore(fileKey, 'open sesame')))
  const config = {
    relayers: [{ id: 'by-file', name: 'File', network: 'local', network_type: 'evm', paused: false, signer_id: 'k1' }],
    signers: [
      {
        id: 'k1',
        type: 'local',
        config: { path: 'config/keys/k1.json', passphrase: { type: 'env', value: 'KEYSTORE_PASSPHRASE' } },
      },
    ],
    notifications: [],
    networks: [
      {
        type: 'evm',
        network: 'local',
        rpc_urls: [rpcUrl],
        chain_id: 31337,
        required_confirmations: 1,
        symbol: 'ETH',
        features: ['eip1559'],
        average_blocktime_ms: 1000,
      },
    ],
  }
  await writeFile(join(folder, 'config/config.json'), JSON.stringify(config))
  return folder
}
