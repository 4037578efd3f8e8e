import { describe, expect, it } from 'vitest'
import type { Curve, Signer, SignRequest } from '../ports/signer.ts'

/** What {@link testSigner} can't know of a signer. */
export interface SignerConformanceOptions {
  /** The curves its key is of; it must say null for the others. */
  readonly curves: readonly Curve[]
  /**
   * An independent check of a signature: on secp256k1 by recovering the public key (x‖y) from 65 bytes r ‖ s ‖ yParity.
   * `payload` is the digest or the message.
   */
  readonly verify: (curve: Curve, publicKey: Uint8Array, payload: Uint8Array, signature: Uint8Array) => boolean
  /** Texts that must never show, such as the key in hex. */
  readonly secrets?: readonly string[]
  /** Requests in the large batch; less where every signature is a network call. Default 300. */
  readonly batchSize?: number
}

const curves: readonly Curve[] = ['secp256k1', 'ed25519']
/** n / 2 of secp256k1: the largest s that Ethereum takes. */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Registers the tests that every {@link Signer} passes.
 *
 * @example
 * testSigner('local', () => createLocalSigner({ id: 'a', key }), { curves: ['secp256k1', 'ed25519'], verify })
 */
export function testSigner(
  name: string,
  makeSigner: () => Signer | Promise<Signer>,
  options: SignerConformanceOptions,
): void {
  describe(`signer: ${name}`, () => {
    for (const curve of curves) {
      if (options.curves.includes(curve)) testCurve(curve, makeSigner, options)
      else testForeignCurve(curve, makeSigner)
    }

    it('answers an empty batch with an empty batch', async () => {
      const signer = await makeSigner()
      for (const curve of curves) expect(await signer.sign(curve, [])).toEqual([])
    })

    it('shows no secret when it is printed', async () => {
      const signer = await makeSigner()
      await Promise.all(curves.map(curve => signer.publicKey(curve)))
      const printed = `${JSON.stringify(signer)} ${String(signer)} ${reachable(signer)}`.toLowerCase()
      for (const secret of options.secrets ?? []) expect(printed).not.toContain(secret.toLowerCase())
    })
  })
}

function testCurve(
  curve: Curve,
  makeSigner: () => Signer | Promise<Signer>,
  { verify, batchSize = 300 }: SignerConformanceOptions,
): void {
  describe(curve, () => {
    it('has one public key of the right length, whoever keeps the array', async () => {
      const signer = await makeSigner()
      const publicKey = await signer.publicKey(curve)
      expect(publicKey?.length).toBe(curve === 'secp256k1' ? 64 : 32)
      const before = Array.from(publicKey ?? [])
      publicKey?.fill(0)
      expect(Array.from((await signer.publicKey(curve)) ?? [])).toEqual(before)
    })

    it('signs a batch in order, each signature over its own payload', async () => {
      const signer = await makeSigner()
      const publicKey = (await signer.publicKey(curve)) as Uint8Array
      const requests = Array.from({ length: batchSize }, (_, index) => requestOf(index))
      const results = await signer.sign(curve, requests)
      expect(results.length).toBe(requests.length)
      for (const [index, result] of results.entries()) {
        if (!result.ok) throw new Error(`request ${index}: ${result.reason}`)
        expect(verify(curve, publicKey, (requests[index] as SignRequest).payload, result.signature)).toBe(true)
        if (curve === 'ed25519') expect(result.signature.length).toBe(64)
        else expectEthereumForm(result.signature)
      }
    })

    if (curve === 'secp256k1') {
      it('fails only the request whose digest is not 32 bytes', async () => {
        const signer = await makeSigner()
        const bad = { ...requestOf(1), payload: new Uint8Array(31).fill(1) }
        const results = await signer.sign(curve, [requestOf(0), bad, requestOf(2)])
        expect(results.map(result => result.ok)).toEqual([true, false, true])
        expect(results[1]).toMatchObject({ ok: false, reason: expect.any(String), retryable: false })
      })
    }

    it('serves two batches at a time', async () => {
      const signer = await makeSigner()
      const [one, two] = await Promise.all([
        signer.sign(curve, [requestOf(1), requestOf(2)]),
        signer.sign(curve, [requestOf(3)]),
      ])
      expect([...one, ...two].map(result => result.ok)).toEqual([true, true, true])
    })
  })
}

function testForeignCurve(curve: Curve, makeSigner: () => Signer | Promise<Signer>): void {
  it(`has no ${curve} key and says so as a value`, async () => {
    const signer = await makeSigner()
    expect(await signer.publicKey(curve)).toBeNull()
    const results = await signer.sign(curve, [requestOf(0), requestOf(1)])
    expect(results.map(result => result.ok)).toEqual([false, false])
  })
}

function requestOf(index: number): SignRequest {
  const payload = Uint8Array.from({ length: 32 }, (_, byte) => (index * 31 + byte * 7 + (index >> 8) + 1) & 0xff)
  return { purpose: 'transaction', payload, preimage: payload }
}

/** 65 bytes, s in the lower half, parity 0 or 1. */
function expectEthereumForm(signature: Uint8Array): void {
  expect(signature.length).toBe(65)
  let s = 0n
  for (const byte of signature.subarray(32, 64)) s = (s << 8n) | BigInt(byte)
  expect(s <= halfOrder && s > 0n).toBe(true)
  expect([0, 1]).toContain(signature[64])
}

/** Every string and byte that can be reached through properties, getters aside. */
function reachable(value: unknown, seen = new Set<unknown>()): string {
  if (value instanceof Uint8Array) return hexOf(value)
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return String(value)
  if (seen.has(value)) return ''
  seen.add(value)
  return Reflect.ownKeys(value)
    .filter(key => key !== 'prototype' && key !== 'constructor')
    .map(key => `${String(key)} ${reachable(Object.getOwnPropertyDescriptor(value, key)?.value, seen)}`)
    .join(' ')
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
