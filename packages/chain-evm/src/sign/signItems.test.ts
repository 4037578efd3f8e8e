import type { Signable, Signer, SignRequest } from '@relayer/core'
import { expect, test } from 'vitest'
import { bytesToHex, domainSeparator as separatorOf, hashStruct, stringToBytes } from 'viem'
import { recoverMessageAddress, recoverTypedDataAddress } from 'viem/utils'
import { devAccount, devSigner } from '../../test/testLane.ts'
import { signItems } from './signItems.ts'

const sign = (items: readonly Signable[], signer: Signer = devSigner) =>
  signItems({ account: devAccount, signer, policies: null, items })
const message = (text: string): Signable => ({ kind: 'message', message: text })

test('known vector of EIP-191: hex without 0x, v 27 or 28, sig is r ‖ s ‖ v', async () => {
  // web3.js, accounts.sign('Some data', …): the key of its documentation
  const { createLocalSigner } = await import('@relayer/signer-local')
  const key = Buffer.from('4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318', 'hex')
  expect(await sign([message('Some data')], createLocalSigner({ id: 'web3', key }))).toEqual([
    {
      kind: 'signed',
      record: {
        r: 'b91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd',
        s: '6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a029',
        v: 28,
        sig: 'b91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
      },
    },
  ])
})

test.each(['', 'a', '0x1234', 'zwölf Boxkämpfer 😀', 'x'.repeat(10_000)])(
  'the text itself is signed: %.20s',
  async text => {
    const [signed] = await sign([message(text)])
    const sig = signed?.kind === 'signed' ? (signed.record['sig'] as string) : ''
    expect((await recoverMessageAddress({ message: text, signature: `0x${sig}` })).toLowerCase()).toBe(devAccount)
  },
)

test('text with a lone surrogate is refused: what would be signed is not what was sent', async () => {
  expect(await sign([message('a\ud800'), message('b')])).toMatchObject([
    { kind: 'invalid', reason: 'message: lone surrogate, which no Unicode text has' },
    { kind: 'signed' },
  ])
})

const typed = {
  domain: { name: 'Relayer', version: '1', chainId: 31_337n, verifyingContract: `0x${'11'.repeat(20)}` },
  types: {
    Mail: [
      { name: 'to', type: 'address' },
      { name: 'text', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: { to: `0x${'22'.repeat(20)}`, text: 'hello' },
} as const
const hashes = {
  domain: separatorOf({ domain: typed.domain }),
  struct: hashStruct({ data: typed.message, types: typed.types, primaryType: 'Mail' }),
}

test.each([
  ['with 0x', hashes.domain, hashes.struct],
  ['without, upper case', hashes.domain.slice(2).toUpperCase(), hashes.struct.slice(2).toUpperCase()],
])('typed data is signed by its two hashes: %s', async (_, domainSeparator, hash) => {
  const [signed] = await sign([{ kind: 'typed-data', domainSeparator, hashStruct: hash }])
  const record = signed?.kind === 'signed' ? signed.record : {}
  expect([27, 28]).toContain(record['v'])
  expect(record['sig']).toBe(`${record['r']}${record['s']}${(record['v'] as number).toString(16)}`)
  expect((await recoverTypedDataAddress({ ...typed, signature: `0x${record['sig']}` })).toLowerCase()).toBe(devAccount)
})

test('a key service sees what it signs: the text without the prefix, 0x1901 and the two hashes', async () => {
  let seen: readonly SignRequest[] = []
  const watching: Signer = {
    ...devSigner,
    sign: (curve, requests) => {
      seen = requests
      return devSigner.sign(curve, requests)
    },
  }
  await sign(
    [message('hi'), { kind: 'typed-data', domainSeparator: hashes.domain, hashStruct: hashes.struct }],
    watching,
  )
  expect(seen.map(({ purpose }) => purpose)).toEqual(['message', 'typed-data'])
  expect(seen.map(({ preimage }) => bytesToHex(preimage))).toEqual([
    bytesToHex(stringToBytes('hi')),
    `0x1901${hashes.domain.slice(2)}${hashes.struct.slice(2)}`,
  ])
})

test('a key service that never signs such a thing makes it unsupported', async () => {
  const refusing: Signer = {
    ...devSigner,
    sign: async (_, requests) =>
      requests.map(() => ({ ok: false, reason: 'never', retryable: false, unsupported: true })),
  }
  expect(await sign([message('hi')], refusing)).toEqual([{ kind: 'unsupported', reason: 'never' }])
})

test('a transaction is not signed, whatever its shape', async () => {
  const refusal = { kind: 'unsupported', reason: 'sign_transaction not supported for EVM' }
  const requests = [[2, 248], { transaction: 'AA==' }, { unsigned_xdr: 'AA==' }]
  expect(await sign(requests.map(request => ({ kind: 'transaction', request })))).toEqual(requests.map(() => refusal))
})
