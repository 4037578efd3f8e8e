import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createKeystore, createLocalSigner } from '@relayer/signer-local'
import { publicKeyToAddress } from 'viem/accounts'
import { readEnvironment } from '../config/readEnvironment.ts'
import { say } from './say.ts'
import { startError } from './startError.ts'

const options = {
  'output-dir': { type: 'string' },
  filename: { type: 'string' },
  password: { type: 'string' },
  force: { type: 'boolean', default: false },
} as const

/** Makes a random key, writes it as a keystore only its owner can read, prints its EVM address and the path. */
export async function runKeygen(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false })
  const environment = readEnvironment()
  const passphrase = values.password ?? environment.lookup('KEYSTORE_PASSPHRASE') ?? ''
  if (passphrase === '') throw startError('a passphrase is needed: --password <passphrase> or KEYSTORE_PASSPHRASE')
  const folder = resolve(environment.root, values['output-dir'] ?? 'config/keys')
  const path = resolve(folder, values.filename ?? defaultName(new Date()))

  const key = newKey()
  const keystore = await createKeystore(key, passphrase)
  await mkdir(folder, { recursive: true })
  await write(path, `${JSON.stringify(keystore, null, 2)}\n`, values.force)
  say(`address ${await addressOf(key)}`)
  say(`path    ${path}`)
}

/** 32 random bytes that are a scalar of secp256k1; all but 1 of 2^128 are. */
function newKey(): Uint8Array {
  const order = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n
  for (;;) {
    const key = randomBytes(32)
    const scalar = BigInt(`0x${key.toString('hex')}`)
    if (scalar > 0n && scalar < order) return key
  }
}

async function addressOf(key: Uint8Array): Promise<string> {
  const publicKey = await createLocalSigner({ id: 'new', key }).publicKey('secp256k1')
  return publicKeyToAddress(`0x04${Buffer.from(publicKey as Uint8Array).toString('hex')}`).toLowerCase()
}

async function write(path: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(path, text, { mode: 0o600, flag: force ? 'w' : 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw startError(`${path} exists; --force overwrites it`)
    throw startError(`${path} can't be written (${code})`)
  }
}

function defaultName(now: Date): string {
  const [date = '', time = ''] = now.toISOString().replace(/[-:]/g, '').split('T')
  return `key_${date}_${time.slice(0, 6)}.json`
}
