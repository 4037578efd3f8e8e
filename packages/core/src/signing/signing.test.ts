import type { NetworkType } from '@relayer/schemas'
import { describe, expect, test } from 'vitest'
import type { Engine } from '../engine/engine.ts'
import type { Result } from '../errors/result.ts'
import type { RelayerRecord } from '../records/resources.ts'
import { createTestEngine, type TestEngine } from '../testing/createTestEngine.ts'

const hash = 'ab'.repeat(32)

/** Every operation that signs, by name. */
const operations: Readonly<Record<string, (engine: Engine, relayerId: string) => Promise<Result<unknown>>>> = {
  signMessage: (engine, relayerId) => engine.signMessage({ relayerId, message: 'hello' }),
  signTypedData: (engine, relayerId) => engine.signTypedData({ relayerId, domainSeparator: hash, hashStruct: hash }),
  signTransaction: (engine, relayerId) =>
    engine.signTransaction({ relayerId, request: { transaction: 'AA==', unsigned_xdr: 'AA==' } }),
}
const names = Object.keys(operations)
const run = async (t: TestEngine, name: string, relayerId = 'main') => {
  const result = await operations[name]?.(t.engine, relayerId)
  if (result?.ok) return result.value
  return [result?.error.code, result?.error.message]
}

async function change(t: TestEngine, fields: Partial<RelayerRecord>): Promise<void> {
  const relayer = (await t.store.relayers.get('main')) as RelayerRecord
  await t.store.relayers.update({ ...relayer, ...fields }, relayer.version)
  await t.clock.advance(1_000)
}

describe('sign', () => {
  test('a message and typed data are signed, and nothing is stored or sent', async () => {
    const t = await createTestEngine('evm')
    expect(await run(t, 'signMessage')).toEqual({ signed: '{"kind":"message","message":"hello"}' })
    expect(await run(t, 'signTypedData')).toEqual({
      signed: `{"kind":"typed-data","domainSeparator":"${hash}","hashStruct":"${hash}"}`,
    })
    await t.blocks(3)
    expect(t.node.sent).toEqual([])
    expect((await t.store.transactions.list({ relayerId: 'main', statuses: [], page: 1, perPage: 10 })).total).toBe(0)
  })

  test.each<[NetworkType, string, unknown]>([
    ['evm', 'signTransaction', ['UNSUPPORTED', 'sign_transaction not supported for EVM']],
    ['stellar', 'signMessage', ['UNSUPPORTED', 'Signing data not supported for Stellar']],
    ['stellar', 'signTypedData', ['UNSUPPORTED', 'Signing typed data not supported for Stellar']],
    ['solana', 'signMessage', ['UNSUPPORTED', 'Endpoint is not supported for Solana relayers']],
    ['solana', 'signTypedData', ['UNSUPPORTED', 'Endpoint is not supported for Solana relayers']],
  ])('%s, %s: not supported', async (family, name, refusal) => {
    expect(await run(await createTestEngine(family), name)).toEqual(refusal)
  })

  test('a transaction in the shape of another family is an invalid request', async () => {
    const stellar = await createTestEngine('stellar')
    const wrong = await stellar.engine.signTransaction({ relayerId: 'main', request: [1, 2] })
    expect(wrong).toMatchObject({ ok: false, error: { message: 'Invalid request type for Stellar relayer' } })
    const solana = await createTestEngine('solana')
    const other = await solana.engine.signTransaction({ relayerId: 'main', request: { unsigned_xdr: 'AA==' } })
    expect(other).toMatchObject({ ok: false, error: { message: 'Invalid request type for Solana relayer' } })
  })

  test('hashes that are none are an invalid request, never a failure of the service', async () => {
    const { engine } = await createTestEngine('evm')
    expect(await engine.signTypedData({ relayerId: 'main', domainSeparator: '0x00', hashStruct: hash })).toMatchObject({
      error: {
        code: 'INVALID_REQUEST',
        message: 'Failed to sign transaction: Invalid domain separator length: expected 32 bytes, got 1',
      },
    })
  })

  test.each(names)('%s: unknown relayer, then paused, then disabled, then a signer that is gone', async name => {
    const t = await createTestEngine('stellar')
    expect(await run(t, name, 'nobody')).toEqual(['NOT_FOUND', 'Relayer with ID nobody not found'])
    await change(t, { paused: true, systemDisabled: true, signerId: 'gone' })
    expect(await run(t, name)).toEqual(['RELAYER_PAUSED', 'Relayer paused'])
    await change(t, { paused: false })
    expect(await run(t, name)).toEqual(['RELAYER_DISABLED', 'Relayer disabled'])
    await change(t, { systemDisabled: false })
    expect(await run(t, name)).toEqual(['NOT_FOUND', 'Signer with ID gone not found'])
  })

  test('a key service that fails is told with the prefix of signers', async () => {
    const t = await createTestEngine('evm')
    t.signerFails = true
    expect(await run(t, 'signMessage')).toEqual(['SIGNER_FAILED', 'Failed to sign transaction: no answer'])
  })

  test('a key service that never signs such a thing makes it unsupported, in its own words', async () => {
    const t = await createTestEngine('evm')
    t.signerFails = true
    t.signerFailure = { ok: false, reason: 'EIP-712 not supported', retryable: false, unsupported: true }
    expect(await run(t, 'signTypedData')).toEqual(['UNSUPPORTED', 'EIP-712 not supported'])
  })
})
