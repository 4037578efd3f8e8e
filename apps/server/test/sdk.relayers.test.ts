import { startAnvil } from '@relayer/chain-evm/testing'
import * as sdk from '@openzeppelin/relayer-sdk'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { apiKey } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

/** Every relayer and transaction method of the unmodified client, with health checks on, as a deployment has them. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
/** The account of the key that the tests create. */
const address = '0x1563915e194d8cfba1943570603f7606a3115508'
let anvil: Awaited<ReturnType<typeof startAnvil>>
let server: TestServer
let relayers: sdk.RelayersApi
const mine = () => anvil.rpc('anvil_mine', ['0x1'])
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)

/** The whole body in the documented envelope. */
const enveloped = (data: unknown) => ({ success: true, data, error: null })
const rejects = (status: number, message: string, error: unknown) => ({
  response: { status, data: { success: false, data: null, message, error } },
})

/** Every key of an EVM transaction, as it is right after POST. */
const pending = (change: object) => ({
  id: expect.stringMatching(/^[\da-f-]{36}$/),
  hash: null,
  status: 'pending',
  status_reason: null,
  created_at: timestamp,
  sent_at: null,
  confirmed_at: null,
  gas_price: null,
  gas_limit: null,
  nonce: null,
  value: '0x1',
  from: address,
  to,
  relayer_id: 'sdk',
  data: null,
  max_fee_per_gas: null,
  max_priority_fee_per_gas: null,
  signature: null,
  speed: 'fast',
  is_canceled: false,
  revision: 1,
  executed_revision: null,
  ...change,
})
/** What signing and a node's answer add. */
const signed = (nonce: number) => ({
  hash: expect.stringMatching(/^0x[\da-f]{64}$/),
  status: 'submitted',
  sent_at: timestamp,
  gas_limit: 21_000,
  nonce,
  max_fee_per_gas: expect.any(Number),
  max_priority_fee_per_gas: expect.any(Number),
  signature: {
    r: expect.stringMatching(/^[\da-f]{64}$/),
    s: expect.stringMatching(/^[\da-f]{64}$/),
    v: expect.toSatisfy((v: number) => v === 0 || v === 1),
    sig: expect.stringMatching(/^[\da-f]{130}$/),
  },
})

const send = async (change: object = {}) => {
  const { data } = await relayers.sendTransaction('sdk', {
    value: 1,
    to,
    speed: sdk.Speed.FAST,
    gas_limit: 21_000,
    ...change,
  } as sdk.EvmTransactionRequest)
  return data.data as sdk.EvmTransactionResponse
}
const waitFor = (id: string, status: sdk.TransactionStatus, mining = false) =>
  until(`${id} ${status}`, async () => {
    const data = (await relayers.getTransactionById('sdk', id)).data.data as sdk.EvmTransactionResponse
    if (data.status === status) return data
    if (mining) await mine()
    return undefined
  })

beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.rpc('anvil_setBalance', [address, '0xde0b6b3a7640000'])
  server = await startTestServer(testConfiguration(anvil.url), { RELAYER_HEALTH_INTERVAL_SECONDS: '60' })
  const configuration = new sdk.Configuration({ basePath: `http://127.0.0.1:${server.port}`, accessToken: apiKey })
  relayers = new sdk.RelayersApi(configuration)
  const signers = new sdk.SignersApi(configuration)
  await signers.createSigner({ id: 'sdk', type: sdk.SignerTypeRequest.PLAIN, config: { key: '2'.repeat(64) } })
  await signers.createSigner({ id: 'other', type: sdk.SignerTypeRequest.PLAIN, config: { key: '4'.repeat(64) } })
})
afterAll(async () => {
  await server.close()
  await anvil.stop()
})

describe('RelayersApi of the unmodified @openzeppelin/relayer-sdk', () => {
  const record = {
    id: 'sdk',
    name: 'SDK',
    network: 'anvil',
    network_type: 'evm',
    paused: false,
    policies: { min_balance: 1, gas_limit_estimation: true, include_revert_data: false, eip1559_pricing: true },
    signer_id: 'sdk',
    address,
    system_disabled: false,
  }

  it('createRelayer', async () => {
    const { status, data } = await relayers.createRelayer({
      id: 'sdk',
      name: 'SDK',
      network: 'anvil',
      network_type: sdk.RelayerNetworkType.EVM,
      paused: false,
      signer_id: 'sdk',
      policies: { eip1559_pricing: true },
    })
    expect([status, data]).toEqual([201, enveloped(record)])
  })

  it('getRelayer', async () => {
    expect((await relayers.getRelayer('sdk')).data).toEqual(enveloped(record))
    await expect(relayers.getRelayer('none')).rejects.toMatchObject(
      rejects(404, 'Relayer with ID none not found', 'Relayer with ID none not found'),
    )
  })

  it('listRelayers', async () => {
    const { data } = await relayers.listRelayers(2, 1)
    expect(data).toEqual({ ...enveloped([record]), pagination: { current_page: 2, per_page: 1, total_items: 2 } })
  })

  it('updateRelayer', async () => {
    const { status, data } = await relayers.updateRelayer('sdk', {
      name: 'Changed',
      policies: { gas_price_cap: 90_000_000_000, eip1559_pricing: null } as object,
    })
    const { eip1559_pricing: _, ...rest } = record.policies
    const changed = { ...record, name: 'Changed', policies: { ...rest, gas_price_cap: 90_000_000_000 } }
    expect([status, data]).toEqual([200, enveloped(changed)])
    expect((await relayers.getRelayer('sdk')).data).toEqual(enveloped(changed))
    await expect(relayers.updateRelayer('sdk', { signer_id: 'main' } as object)).rejects.toMatchObject(
      rejects(400, 'Bad Request', expect.stringMatching(/^Invalid update request: unknown field `signer_id`/)),
    )
  })

  it('getRelayerStatus', async () => {
    expect((await relayers.getRelayerStatus('sdk')).data).toEqual(
      enveloped({
        network_type: 'evm',
        balance: '1000000000000000000',
        pending_transactions_count: 0,
        last_confirmed_transaction_timestamp: null,
        system_disabled: false,
        paused: false,
        nonce: '0',
      }),
    )
  })

  it('getRelayerBalance', async () => {
    expect((await relayers.getRelayerBalance('sdk')).data).toEqual(
      enveloped({ balance: 1_000_000_000_000_000_000, unit: 'wei' }),
    )
  })

  it('sendTransaction, getTransactionById, getTransactionByNonce, listTransactions', async () => {
    const sent = await send()
    expect(sent).toEqual(pending({ gas_limit: 21_000 }))
    const submitted = await waitFor(sent.id, sdk.TransactionStatus.SUBMITTED)
    expect(submitted).toEqual(pending(signed(0)))
    const confirmed = await waitFor(sent.id, sdk.TransactionStatus.CONFIRMED, true)
    expect(confirmed).toEqual({ ...submitted, status: 'confirmed', confirmed_at: timestamp, executed_revision: 1 })
    expect((await relayers.getTransactionById('sdk', sent.id)).data).toEqual(enveloped(confirmed))
    expect((await relayers.getTransactionByNonce('sdk', 0)).data).toEqual(enveloped(confirmed))
    await expect(relayers.getTransactionByNonce('sdk', 1)).rejects.toMatchObject(
      rejects(404, 'Not found', 'Transaction with nonce 1 not found'),
    )
    expect((await relayers.listTransactions('sdk', 1, 10)).data).toEqual({
      ...enveloped([confirmed]),
      pagination: { current_page: 1, per_page: 10, total_items: 1 },
    })
  })

  it('replaceTransaction', async () => {
    const sent = await send()
    const submitted = await waitFor(sent.id, sdk.TransactionStatus.SUBMITTED)
    const { status, data } = await relayers.replaceTransaction('sdk', sent.id, {
      value: 2,
      to,
      gas_limit: 21_000,
      max_fee_per_gas: 60_000_000_000,
      max_priority_fee_per_gas: 50_000_000_000,
    })
    expect([status, data]).toEqual([200, enveloped({ ...submitted, value: '0x2', speed: null, revision: 2 })])
    await until('the replacement', async () => {
      const { data: now } = (await relayers.getTransactionById('sdk', sent.id)).data
      return (now as sdk.EvmTransactionResponse).hash === submitted.hash ? undefined : true
    })
    const confirmed = await waitFor(sent.id, sdk.TransactionStatus.CONFIRMED, true)
    expect(confirmed).toMatchObject({
      nonce: submitted.nonce,
      value: '0x2',
      max_fee_per_gas: 60_000_000_000,
      max_priority_fee_per_gas: 50_000_000_000,
      executed_revision: 2,
    })
  })

  it('cancelTransaction', async () => {
    const sent = await send()
    const submitted = await waitFor(sent.id, sdk.TransactionStatus.SUBMITTED)
    const { status, data } = await relayers.cancelTransaction('sdk', sent.id)
    const status_reason = 'Transaction canceled by user, replacing with NOOP'
    expect([status, data]).toEqual([200, enveloped({ ...submitted, is_canceled: true, status_reason })])
    const refused = rejects(400, 'Bad Request', 'Transaction is already being canceled')
    await expect(relayers.cancelTransaction('sdk', sent.id)).rejects.toMatchObject(refused)
    await until('the no-op', async () => {
      const { data: now } = (await relayers.getTransactionById('sdk', sent.id)).data
      return (now as sdk.EvmTransactionResponse).hash === submitted.hash ? undefined : true
    })
    expect(await waitFor(sent.id, sdk.TransactionStatus.CANCELED, true)).toMatchObject({ nonce: submitted.nonce })
  })

  it('deletePendingTransactions', async () => {
    const { id } = await send()
    await waitFor(id, sdk.TransactionStatus.SUBMITTED)
    const counted = (ids: readonly string[]) =>
      enveloped({
        queued_for_cancellation_transaction_ids: ids,
        failed_to_queue_transaction_ids: [],
        total_processed: ids.length,
      })
    expect((await relayers.deletePendingTransactions('sdk')).data).toEqual(counted([id]))
    expect((await relayers.deletePendingTransactions('sdk')).data).toEqual(counted([]))
  })

  it('deleteRelayer', async () => {
    const [open] = (await relayers.listTransactions('sdk', 1, 1)).data.data as sdk.EvmTransactionResponse[]
    await expect(relayers.deleteRelayer('sdk')).rejects.toMatchObject(
      rejects(400, 'Bad Request', expect.stringMatching(/^Cannot delete relayer 'sdk' because it has 1 transaction/)),
    )
    await until('the end of the last one', async () => {
      const { data } = (await relayers.getTransactionById('sdk', open?.id as string)).data
      if (data?.status !== sdk.TransactionStatus.SUBMITTED) return true
      await mine()
      return undefined
    })
    await until('its depth', async () => {
      const { data } = (await relayers.getTransactionById('sdk', open?.id as string)).data
      await mine()
      return data?.status === 'canceled' || data?.status === 'confirmed' ? true : undefined
    })
    const { status, data } = await relayers.deleteRelayer('sdk')
    expect([status, data]).toEqual([200, enveloped('Relayer deleted successfully')])
    await expect(relayers.getRelayer('sdk')).rejects.toMatchObject({ response: { status: 404 } })
    await expect(relayers.getRelayerStatus('sdk')).rejects.toMatchObject({ response: { status: 404 } })
  })
})
