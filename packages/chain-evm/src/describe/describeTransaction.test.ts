import type { Revision, TransactionRecord } from '@relayer/core'
import { evmTransaction, parseJson, stringifyJson } from '@relayer/schemas'
import { describe, expect, it } from 'vitest'
import { describeTransaction } from './describeTransaction.ts'

const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const revision: Revision = {
  number: 1,
  request: {
    to,
    value: '0xde0b6b3a7640000',
    data: 'ABcd',
    gas_limit: null,
    gas_price: null,
    max_fee_per_gas: '340282366920938463463374607431768211455',
    max_priority_fee_per_gas: '1',
    speed: null,
    valid_until: null,
  },
  sequenceAccount: account,
  rebuildable: true,
  createdAt: 0,
}
const transaction: TransactionRecord = {
  id: 'b2b1b1a0-0000-4000-8000-000000000000',
  relayerId: 'relayer',
  networkType: 'evm',
  status: 'pending',
  statusReason: null,
  createdAt: Date.parse('2026-01-01T00:00:00.5Z'),
  sentAt: null,
  confirmedAt: null,
  validUntil: 0,
  revisions: [revision],
  executedRevision: null,
  slot: null,
  shown: null,
  void: null,
  dueAt: null,
  version: 1,
}
const shown = {
  id: `0x${'ab'.repeat(32)}`,
  revision: 1,
  details: {
    nonce: 7,
    gas_limit: '21000',
    gas_price: '9007199254740993',
    max_fee_per_gas: null,
    max_priority_fee_per_gas: null,
    signature: { r: '01', s: '02', v: 27, sig: '010227' },
    gas_used: '21000',
  },
}

describe('describeTransaction', () => {
  it('shows a new transaction with the price that was asked for', () => {
    expect(describeTransaction({ transaction, revision, shown: null, account })).toEqual({
      id: transaction.id,
      hash: null,
      status: 'pending',
      status_reason: null,
      created_at: '2026-01-01T00:00:00.500+00:00',
      sent_at: null,
      confirmed_at: null,
      gas_price: null,
      gas_limit: null,
      nonce: null,
      value: '0xde0b6b3a7640000',
      from: account,
      to,
      relayer_id: 'relayer',
      data: 'ABcd',
      max_fee_per_gas: 2n ** 128n - 1n,
      max_priority_fee_per_gas: 1n,
      signature: null,
      speed: null,
      is_canceled: false,
      revision: 1,
      executed_revision: null,
    })
  })

  it('shows what was signed once something was, exact integers included, in the shape of the schema', () => {
    const sent = { ...transaction, status: 'submitted', shown, sentAt: transaction.createdAt } as const
    const text = stringifyJson(describeTransaction({ transaction: sent, revision, shown, account }))
    expect(text).toContain('"gas_price":9007199254740993,"gas_limit":21000,"nonce":7,')
    expect(text).not.toContain('gas_used')
    expect(evmTransaction.parse(parseJson(text))).toMatchObject({
      hash: shown.id,
      gas_price: 9_007_199_254_740_993n,
      max_fee_per_gas: null,
      signature: { v: 27 },
    })
  })

  it('is cancelled until a revision turns out to have been executed', () => {
    const canceled = { ...transaction, void: { outcome: 'canceled', reason: 'asked' } } as const
    const isCanceled = (record: TransactionRecord) =>
      describeTransaction({ transaction: record, revision, shown, account })['is_canceled']
    expect(isCanceled(canceled)).toBe(true)
    expect(isCanceled({ ...canceled, executedRevision: 1 })).toBe(false)
    expect(isCanceled({ ...canceled, void: { outcome: 'expired', reason: 'late' } })).toBe(false)
  })

  it('shows the executed revision with the number of the newest', () => {
    const second = { ...revision, number: 2, request: { ...revision.request, value: '0x1' } }
    const executed = { ...transaction, revisions: [revision, second], executedRevision: 1 }
    expect(describeTransaction({ transaction: executed, revision, shown, account })).toMatchObject({
      value: '0xde0b6b3a7640000',
      revision: 2,
      executed_revision: 1,
    })
  })
})
