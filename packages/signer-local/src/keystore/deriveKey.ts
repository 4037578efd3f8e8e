import { pbkdf2, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { scryptAsync as scryptInTurns } from '@noble/hashes/scrypt'

/** What a keystore file says about its key derivation; `salt` is hex. */
export type KdfParams =
  | {
      readonly kdf: 'scrypt'
      readonly n: number
      readonly r: number
      readonly p: number
      readonly dklen: number
      readonly salt: string
    }
  | { readonly kdf: 'pbkdf2'; readonly c: number; readonly prf: string; readonly dklen: number; readonly salt: string }

/** geth's standard needs 256 MiB; a file must not be able to ask for all the machine has. */
const maxScryptBytes = 512 * 1024 * 1024
const maxScryptParallelism = 16
const maxPbkdf2Rounds = 10_000_000

const scryptAsync = promisify<string, Uint8Array, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)
const pbkdf2Async = promisify(pbkdf2)

/** Why these parameters are not used, or null. Bounds memory and time, whatever the file says. */
export function checkKdfParams(params: KdfParams): string | null {
  if (!isCount(params.dklen) || params.dklen < 32 || params.dklen > 1024) return 'dklen must be 32 to 1024'
  if (params.kdf === 'pbkdf2') {
    if (params.prf !== 'hmac-sha256') return 'prf must be hmac-sha256'
    if (!isCount(params.c) || params.c > maxPbkdf2Rounds) return `c must be 1 to ${maxPbkdf2Rounds}`
    return null
  }
  const { n, r, p } = params
  if (!isCount(n) || n < 2 || !Number.isInteger(Math.log2(n))) return 'n must be a power of two'
  if (!isCount(r) || 128 * n * r > maxScryptBytes) return `n and r need more than ${maxScryptBytes} bytes`
  if (!isCount(p) || p > maxScryptParallelism) return `p must be 1 to ${maxScryptParallelism}`
  return null
}

/** Derives without holding the event loop (on a thread of the pool where OpenSSL takes the parameters). The parameters have passed {@link checkKdfParams}. */
export function deriveKey(passphrase: string, params: KdfParams): Promise<Buffer> {
  const salt = Buffer.from(params.salt, 'hex')
  if (params.kdf === 'pbkdf2') return pbkdf2Async(passphrase, salt, params.c, params.dklen, 'sha256')
  const { n, r, p, dklen } = params
  // RFC 7914 asks for n < 2^(16 r) and OpenSSL enforces it; geth's own test file (n 262144, r 1) does not comply.
  if (n >= 2 ** (16 * r)) {
    return scryptInTurns(passphrase, salt, { N: n, r, p, dkLen: dklen, maxmem: 2 * maxScryptBytes }).then(Buffer.from)
  }
  return scryptAsync(passphrase, salt, dklen, { N: n, r, p, maxmem: 2 * 128 * r * (n + p) })
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}
