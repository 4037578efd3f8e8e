import { resolve } from 'node:path'
import { type Configuration, RelayerError } from '@relayer/core'
import { readKeystore } from '@relayer/signer-local'
import * as z from 'zod'
import { checkIds } from './checkIds.ts'
import { checkShape } from './checkShape.ts'
import type { Environment } from './environment.ts'
import { misplaced, type Place, within } from './place.ts'
import { plainOrEnv, resolveSecret } from './plainOrEnv.ts'

const signerEntry = z.strictObject({ id: z.string(), type: z.string(), config: z.unknown() })
const keystoreEntry = z.strictObject({ path: z.string().min(1), passphrase: plainOrEnv })

const laterTypes = ['aws_kms', 'google_cloud_kms', 'vault', 'vault_transit', 'turnkey', 'cdp', 'azure_key_vault']

/** `signers` of config.json, keystores opened. Only `local` is built so far. */
export async function readSigners(
  entries: readonly unknown[],
  environment: Pick<Environment, 'lookup' | 'root'>,
  place: Place,
): Promise<Configuration['signers']> {
  const checked = entries.map((entry, index) => checkShape(signerEntry, entry, within(place, index)))
  checkIds(checked, place)
  // one after the other: scrypt takes tens of megabytes each
  const signers: Configuration['signers'][number][] = []
  for (const [index, { id, type, config }] of checked.entries()) {
    const at = within(place, index)
    if (type !== 'local') throw misplaced(within(at, 'type'), refusalOf(type))
    const key = await openKey(
      checkShape(keystoreEntry, config, within(at, 'config')),
      environment,
      within(at, 'config'),
    )
    signers.push({ id, type: 'local', config: {}, secret: JSON.stringify({ key: Buffer.from(key).toString('hex') }) })
    key.fill(0)
  }
  return signers
}

function refusalOf(type: string): string {
  return laterTypes.includes(type)
    ? `signers of type ${type} are not built yet; only local ones are`
    : `unknown signer type, expected one of local, ${laterTypes.join(', ')}`
}

async function openKey(
  { path, passphrase }: z.output<typeof keystoreEntry>,
  { lookup, root }: Pick<Environment, 'lookup' | 'root'>,
  place: Place,
): Promise<Uint8Array> {
  const secret = resolveSecret(passphrase, lookup, within(place, 'passphrase'))
  try {
    return await readKeystore(resolve(root, path), secret)
  } catch (error) {
    if (error instanceof RelayerError) throw misplaced(place, `${error.message} (${path})`)
    throw error
  }
}
