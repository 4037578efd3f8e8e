import { RelayerError } from '@relayer/core'
import { checkKdfParams, type KdfParams } from './deriveKey.ts'

/** The parts of a keystore file that open it. */
export interface ParsedKeystore {
  readonly iv: Buffer
  readonly ciphertext: Buffer
  readonly mac: Buffer
  readonly kdf: KdfParams
}

/** Reads a version 3 file. Throws a `RelayerError` that says which part is wrong and quotes none of it. */
export function parseKeystore(json: unknown): ParsedKeystore {
  const file = fields(typeof json === 'string' ? parseText(json) : json, 'file')
  if (Number(file['version']) !== 3) throw invalid('only version 3 is supported')
  // Some old files say `Crypto`.
  const crypto = fields(file['crypto'] ?? file['Crypto'], 'crypto')
  if (crypto['cipher'] !== 'aes-128-ctr') throw invalid('cipher must be aes-128-ctr')
  const iv = hex(fields(crypto['cipherparams'], 'cipherparams')['iv'], 'iv')
  if (iv.length !== 16) throw invalid('iv must be 16 bytes')
  const ciphertext = hex(crypto['ciphertext'], 'ciphertext')
  if (ciphertext.length !== 32) throw invalid('ciphertext must be 32 bytes')
  const mac = hex(crypto['mac'], 'mac')
  if (mac.length !== 32) throw invalid('mac must be 32 bytes')
  const kdf = readKdf(crypto['kdf'], fields(crypto['kdfparams'], 'kdfparams'))
  const refusal = checkKdfParams(kdf)
  if (refusal !== null) throw invalid(refusal)
  return { iv, ciphertext, mac, kdf }
}

function readKdf(name: unknown, params: Readonly<Record<string, unknown>>): KdfParams {
  const salt = hex(params['salt'], 'salt').toString('hex')
  const dklen = Number(params['dklen'])
  if (name === 'scrypt') {
    return { kdf: 'scrypt', n: Number(params['n']), r: Number(params['r']), p: Number(params['p']), dklen, salt }
  }
  if (name === 'pbkdf2') return { kdf: 'pbkdf2', c: Number(params['c']), prf: String(params['prf']), dklen, salt }
  throw invalid('kdf must be scrypt or pbkdf2')
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('it is not JSON')
  }
}

function fields(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(`${name} must be an object`)
  return value as Record<string, unknown>
}

function hex(value: unknown, name: string): Buffer {
  if (typeof value !== 'string' || !/^(0x)?([0-9a-fA-F]{2})+$/.test(value)) throw invalid(`${name} must be hex`)
  return Buffer.from(value.replace(/^0x/, ''), 'hex')
}

function invalid(reason: string): RelayerError {
  return new RelayerError('INVALID_REQUEST', `The keystore can't be read: ${reason}`)
}
