import { resolve } from 'node:path'
import { type Configuration, type JsonObject, RelayerError } from '@relayer/core'
import { checkSignerConfig } from '@relayer/schemas'
import { readKeystore } from '@relayer/signer-local'
import { splitSignerConfig } from '../requests/splitSignerConfig.ts'
import { checkIds } from './checkIds.ts'
import { checkShape } from './checkShape.ts'
import type { Environment } from './environment.ts'
import { misplaced, type Place, within } from './place.ts'
import { plainOrEnv, resolveSecret } from './plainOrEnv.ts'
import { keyServiceEntries, type KeyServiceType, keystoreEntry, signerEntry } from './signerEntry.ts'

type FileSigner = Configuration['signers'][number]
type Project = Pick<Environment, 'lookup' | 'root'>

/** `signers` of config.json, keystores opened and secrets looked up. No key service is contacted. */
export async function readSigners(
  entries: readonly unknown[],
  project: Project,
  place: Place,
): Promise<Configuration['signers']> {
  const checked = entries.map((entry, index) => checkShape(signerEntry, entry, within(place, index)))
  checkIds(checked, place)
  // one after the other: scrypt takes tens of megabytes each
  const signers: FileSigner[] = []
  for (const [index, { id, type, config }] of checked.entries()) {
    const at = within(place, index)
    if (type === 'local') signers.push(await openKeystore(id, config, project, within(at, 'config')))
    else if (Object.hasOwn(keyServiceEntries, type))
      signers.push(readKeyService(id, type as KeyServiceType, config, project, within(at, 'config')))
    else throw misplaced(within(at, 'type'), unknownType)
  }
  return signers
}

const unknownType = `unknown signer type, expected one of local, ${Object.keys(keyServiceEntries).join(', ')}`

async function openKeystore(id: string, config: unknown, { lookup, root }: Project, place: Place): Promise<FileSigner> {
  const { path, passphrase } = checkShape(keystoreEntry, config, place)
  const secret = resolveSecret(passphrase, lookup, within(place, 'passphrase'))
  if (secret === '') throw misplaced(within(place, 'passphrase'), 'the passphrase must not be empty')
  const key = await readKeystore(resolve(root, path), secret).catch(error => {
    throw error instanceof RelayerError ? misplaced(place, `${error.message} (${path})`) : error
  })
  const signer = { id, type: 'local', config: {}, secret: JSON.stringify({ key: Buffer.from(key).toString('hex') }) }
  key.fill(0)
  return signer
}

function readKeyService(
  id: string,
  type: KeyServiceType,
  given: unknown,
  { lookup }: Project,
  place: Place,
): FileSigner {
  const config = resolveAll(checkShape<object>(keyServiceEntries[type], given, place), lookup, place)
  const refusal = checkSignerConfig({ type, config })
  if (refusal !== undefined) throw misplaced(place, refusal)
  return { id, type, ...splitSignerConfig(type, config) }
}

/** The configuration as a client would have sent it: every secret is its text. */
function resolveAll(config: object, lookup: Environment['lookup'], place: Place): JsonObject {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      const at = within(place, name)
      const secret = plainOrEnv.safeParse(value)
      if (secret.success) return [name, resolveSecret(secret.data, lookup, at)]
      return [name, typeof value === 'object' && value !== null ? resolveAll(value, lookup, at) : value]
    }),
  )
}
