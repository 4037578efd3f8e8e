import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Secp256k1 } from './backend.ts'
import { loadLibsecp256k1 } from './libsecp256k1.ts'
import { noble } from './noble.ts'
import { secp256k1Backend } from './secp256k1Backend.ts'

describe('secp256k1Backend', () => {
  const native = loadLibsecp256k1()

  it('is the C library where it loads', () => {
    expect(secp256k1Backend()).toBe(native === null ? 'noble' : 'libsecp256k1')
  })

  it.skipIf(native === null)('answers the same bytes whichever library signs', () => {
    const { sign, publicKey } = native as Secp256k1
    for (let round = 0; round < 100; round++) {
      const key = randomBytes(32)
      const digest = randomBytes(32)
      expect(Buffer.from(publicKey(key))).toEqual(Buffer.from(noble.publicKey(key)))
      expect(Buffer.from(sign(digest, key))).toEqual(Buffer.from(noble.sign(digest, key)))
    }
  })

  it.skipIf(native === null)('agrees on what a private key is', () => {
    const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
    const beforeOrder = `${order.slice(0, -2)}40`
    for (const [key, valid] of [
      [order, false],
      [beforeOrder, true],
      ['00'.repeat(32), false],
      ['ff'.repeat(32), false],
    ] as const) {
      expect(noble.isPrivateKey(Buffer.from(key, 'hex'))).toBe(valid)
      expect((native as Secp256k1).isPrivateKey(Buffer.from(key, 'hex'))).toBe(valid)
    }
  })
})
