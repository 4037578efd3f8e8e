import { inspect } from 'node:util'
import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { testSigner } from '@relayer/core/testing'
import { describe, expect, it } from 'vitest'
import { createLocalSigner } from './index.ts'

const anvilKey = Buffer.from('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'hex')
const hex = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('hex')

testSigner('local', () => createLocalSigner({ id: 'local', key: anvilKey }), {
  curves: ['secp256k1', 'ed25519'],
  secrets: [hex(anvilKey), anvilKey.toString('base64'), Array.from(anvilKey).join(',')],
  verify(curve, publicKey, payload, signature) {
    if (curve === 'ed25519') return ed25519.verify(signature, payload, publicKey)
    const recovered = secp256k1.Signature.fromCompact(signature.subarray(0, 64))
      .addRecoveryBit(signature[64] ?? 9)
      .recoverPublicKey(payload)
    return hex(recovered.toRawBytes(false).subarray(1)) === hex(publicKey)
  },
})

testSigner(
  'local, a seed that is no secp256k1 scalar',
  () => createLocalSigner({ id: 'seed', key: Buffer.alloc(32, 0xff) }),
  {
    curves: ['ed25519'],
    verify: (_, publicKey, payload, signature) => ed25519.verify(signature, payload, publicKey),
  },
)

describe('createLocalSigner', () => {
  it('has the address of the first development account', async () => {
    const publicKey = await createLocalSigner({ id: 'a', key: anvilKey }).publicKey('secp256k1')
    expect(hex(keccak_256(publicKey as Uint8Array).subarray(12))).toBe('f39fd6e51aad88f6f4ce6ab8827279cfffb92266')
  })

  // RFC 8032, section 7.1, tests 1 and 2
  it.each([
    {
      seed: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      message: '',
      signature:
        'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    },
    {
      seed: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      publicKey: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      message: '72',
      signature:
        '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    },
  ])('signs as RFC 8032 does: $message', async ({ seed, publicKey, message, signature }) => {
    const signer = createLocalSigner({ id: 'a', key: Buffer.from(seed, 'hex') })
    const payload = Buffer.from(message, 'hex')
    expect(hex(await signer.publicKey('ed25519'))).toBe(publicKey)
    const [result] = await signer.sign('ed25519', [{ purpose: 'message', payload, preimage: payload }])
    expect(result?.ok && hex(result.signature)).toBe(signature)
  })

  it('keeps its own copy of the key', async () => {
    const key = Uint8Array.from(anvilKey)
    const signer = createLocalSigner({ id: 'a', key })
    key.fill(0)
    const [result] = await signer.sign('secp256k1', [
      { purpose: 'message', payload: Buffer.alloc(32, 1), preimage: Buffer.alloc(32, 1) },
    ])
    expect(result?.ok).toBe(true)
  })

  it.each([31, 33, 0])('refuses a key of %i bytes', length => {
    expect(() => createLocalSigner({ id: 'a', key: new Uint8Array(length).fill(1) })).toThrow('32 bytes')
  })

  it('refuses an all-zero key', () => {
    expect(() => createLocalSigner({ id: 'a', key: new Uint8Array(32) })).toThrow('all zero')
  })

  it('shows no key to a debugger, however deep it looks', () => {
    const signer = createLocalSigner({ id: 'a', key: anvilKey })
    const shown = inspect(signer, { showHidden: true, depth: Number.POSITIVE_INFINITY, getters: true })
    expect(shown).not.toContain('172, 9')
    expect(shown.toLowerCase()).not.toContain('ac 09 74')
    expect(JSON.parse(JSON.stringify(signer))).toEqual({ id: 'a' })
  })

  it('does not hold the event loop while it signs 2,000 digests', async () => {
    const signer = createLocalSigner({ id: 'a', key: anvilKey })
    const payload = Buffer.alloc(32, 7)
    let turns = 0
    let running = true
    const count = () => {
      turns += 1
      if (running) setImmediate(count)
    }
    setImmediate(count)
    const results = await signer.sign(
      'secp256k1',
      Array.from({ length: 2000 }, () => ({ purpose: 'transaction' as const, payload, preimage: payload })),
    )
    running = false
    expect(results.every(result => result.ok)).toBe(true)
    expect(turns).toBeGreaterThan(3)
  })
})
