import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import {
  concat,
  fromRlp,
  type Hex,
  numberToHex,
  serializeTransaction,
  size,
  toRlp,
  type TransactionSerializable,
} from 'viem'
import { expect, test } from 'vitest'
import { readSenders } from './readSenders.ts'

const sender = privateKeyToAccount(generatePrivateKey())
const authority = privateKeyToAccount(generatePrivateKey())
const to = `0x${'11'.repeat(20)}` as const
const storage = [{ address: to, storageKeys: [`0x${'00'.repeat(31)}01` as const] }]
const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }
const base = { nonce: 0, gas: 21_000n, value: 5n, to }
const blobs = {
  ...base,
  ...fees,
  type: 'eip4844',
  chainId: 1,
  maxFeePerBlobGas: 3n,
  blobVersionedHashes: [`0x01${'22'.repeat(31)}`],
} as const
const sidecar = { blob: '0x0102', commitment: `0x${'33'.repeat(48)}`, proof: `0x${'44'.repeat(48)}` } as const

const kinds: Readonly<Record<string, TransactionSerializable>> = {
  'legacy before EIP-155': { ...base, type: 'legacy', gasPrice: 1n },
  'legacy, EIP-155': { ...base, type: 'legacy', gasPrice: 1n, chainId: 31_337, nonce: 300 },
  'legacy, a large chain id, a creation': {
    type: 'legacy',
    gasPrice: 1n,
    chainId: 1_313_161_554,
    nonce: 1,
    gas: 1n,
    data: '0x6000',
  },
  'EIP-2930': { ...base, type: 'eip2930', gasPrice: 1n, chainId: 1, accessList: storage },
  'EIP-1559': { ...base, ...fees, type: 'eip1559', chainId: 1, data: `0x${'ab'.repeat(300)}`, accessList: storage },
  'EIP-4844': blobs,
}
const sign = (transaction: TransactionSerializable) => sender.signTransaction(transaction as never) as Promise<Hex>
const me = sender.address.toLowerCase()

test.each(Object.entries(kinds))('%s: the sender is found', async (_, transaction) => {
  for (let nonce = 0; nonce < 8; nonce++) {
    expect(await readSenders(await sign({ ...transaction, nonce } as TransactionSerializable))).toEqual([me])
  }
})

test('EIP-4844 with its blobs beside it, in both wrappers', async () => {
  const signed = await sign({ ...blobs, sidecars: [sidecar] } as never)
  expect(await readSenders(signed)).toEqual([me])
  const inner = fromRlp(`0x${(await sign(blobs)).slice(4)}`, 'hex')
  const cells = [inner, '0x01', [sidecar.blob], [sidecar.commitment], [sidecar.proof]]
  expect(await readSenders(concat(['0x03', toRlp(cells as never)]))).toEqual([me])
})

test('EIP-7702: whose authorizations it carries is found too, and what nobody signed is skipped', async () => {
  const authorization = await authority.signAuthorization({ address: to, chainId: 0, nonce: 7 })
  const nobodys = { ...authorization, r: `0x${'ff'.repeat(32)}` as Hex }
  const transaction = { ...base, ...fees, type: 'eip7702', chainId: 1 } as const
  const signed = await sign({ ...transaction, authorizationList: [nobodys, authorization] })
  expect(await readSenders(signed)).toEqual([me, authority.address.toLowerCase()])
})

test('without 0x, in upper case, with an upper-case prefix: nodes take all of them', async () => {
  const signed = await sign(kinds['EIP-1559'] as TransactionSerializable)
  for (const text of [signed.slice(2), signed.slice(2).toUpperCase(), `0X${signed.slice(2)}`]) {
    expect(await readSenders(text)).toEqual([me])
  }
})

test('what is no signed transaction in its canonical encoding is nobody knows whose', async () => {
  const signed = await sign(kinds['EIP-1559'] as TransactionSerializable)
  const unsigned = serializeTransaction(kinds['EIP-1559'] as TransactionSerializable)
  const fields = fromRlp(`0x${signed.slice(4)}`, 'hex') as Hex[]
  const withField = (index: number, value: Hex) =>
    concat(['0x02', toRlp(fields.map((field, at) => (at === index ? value : field)))])
  const items = fields.map(field => toRlp(field))
  const listOf = (encoded: readonly Hex[]) => {
    const payload = concat(encoded)
    return concat([numberToHex(0xf90000 + size(payload)), payload])
  }
  // The same bytes when they are put together again; with a byte below 0x80 that has a length, they are another spelling.
  expect(concat(['0x02', listOf(items)])).toBe(signed)
  const bad: readonly unknown[] = [
    undefined,
    null,
    5,
    [2, 248],
    '',
    '0x',
    '0x0',
    'hello',
    `${signed} `,
    '0xc0',
    '0x02c0',
    unsigned,
    `${signed}00`,
    signed.slice(0, -2),
    `0x05${signed.slice(4)}`,
    `0x7b${signed.slice(4)}`,
    concat(['0x02', listOf(items.with(0, '0x8101'))]),
    withField(9, '0x02'),
    withField(9, '0x00'),
    withField(10, `0x${'ff'.repeat(32)}`),
    withField(11, '0x'),
  ]
  for (const raw of bad) expect([raw, await readSenders(raw)]).toEqual([raw, null])
})
