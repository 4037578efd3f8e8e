import { startAnvil } from '@relayer/chain-evm/testing'
import * as sdk from '@openzeppelin/relayer-sdk'
import {
  domainSeparator,
  hashMessage,
  hashStruct,
  parseSignature,
  recoverAddress,
  recoverTypedDataAddress,
  verifyMessage,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { apiKey } from './support/send.ts'
import { evmKey, startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let anvil: Awaited<ReturnType<typeof startAnvil>>
let server: TestServer
let relayers: sdk.RelayersApi
const account = privateKeyToAccount(`0x${evmKey}`)

beforeAll(async () => {
  anvil = await startAnvil({ blockTime: 1 })
  server = await startTestServer(testConfiguration(anvil.url))
  const basePath = `http://127.0.0.1:${server.port}`
  relayers = new sdk.RelayersApi(new sdk.Configuration({ basePath, accessToken: apiKey }))
})
afterAll(async () => {
  await server.close()
  await anvil.stop()
})

/** The documented answer to a signature that somebody else made with the same key: RFC 6979 leaves no choice. */
function documented(signature: `0x${string}`): object {
  const { r, s, yParity } = parseSignature(signature)
  const data = { r: r.slice(2), s: s.slice(2), v: 27 + yParity, sig: signature.slice(2) }
  return { success: true, data, error: null }
}

/** What the SDK rejects with. */
const rejection = async (call: Promise<unknown>): Promise<unknown> => {
  const { response } = (await call.then(
    () => ({ response: { status: 'resolved', data: null } }),
    error => error,
  )) as { response: { status: unknown; data: unknown } }
  return [response.status, response.data]
}

describe('the unmodified @openzeppelin/relayer-sdk', () => {
  it('signs a message', async () => {
    const message = 'Hello, wörld 😀'
    const { status, data } = await relayers.sign('main', { message })
    expect(status).toBe(200)
    expect(data).toEqual(documented(await account.signMessage({ message })))
    const { sig } = data.data as sdk.SignDataResponseEvm
    expect(await verifyMessage({ address: account.address, message, signature: `0x${sig}` })).toBe(true)
    expect(await recoverAddress({ hash: hashMessage(message), signature: `0x${sig}` })).toBe(account.address)
  })

  it('signs typed data by its hashes', async () => {
    const typed = {
      domain: { name: 'Relayer', version: '1', chainId: 31_337, verifyingContract: `0x${'11'.repeat(20)}` },
      types: { Mail: [{ name: 'to', type: 'address' }] },
      primaryType: 'Mail',
      message: { to: `0x${'22'.repeat(20)}` },
    } as const
    const { status, data } = await relayers.signTypedData('main', {
      domain_separator: domainSeparator({ domain: typed.domain }),
      hash_struct_message: hashStruct({ data: typed.message, types: typed.types, primaryType: 'Mail' }),
    })
    expect(status).toBe(200)
    expect(data).toEqual(documented(await account.signTypedData(typed)))
    const { sig } = data.data as sdk.SignDataResponseEvm
    expect(await recoverTypedDataAddress({ ...typed, signature: `0x${sig}` })).toBe(account.address)
  })

  it('is told that EVM relayers sign no transactions', async () => {
    const error = 'sign_transaction not supported for EVM'
    const refusal = [400, { success: false, data: null, message: 'Bad Request', error }]
    for (const request of [{ transaction: 'AAAA' }, { unsigned_xdr: 'AAAA' }, [1, 2, 3]]) {
      expect(await rejection(relayers.signTransaction('main', request))).toEqual(refusal)
    }
  })

  it('is rejected with the envelope', async () => {
    const error = 'Failed to sign transaction: Invalid domain separator length: expected 32 bytes, got 1'
    const bad = { domain_separator: '0x00', hash_struct_message: '0x00' }
    expect(await rejection(relayers.signTypedData('main', bad))).toEqual([
      400,
      { success: false, data: null, message: 'Bad Request', error },
    ])
    const missing = 'Relayer with ID nobody not found'
    expect(await rejection(relayers.sign('nobody', { message: '' }))).toEqual([
      404,
      { success: false, data: null, message: missing, error: missing },
    ])
  })

  it('calls a node: results, errors and refusals in bare JSON-RPC with status 200', async () => {
    const call = async (method: string, params: unknown, id: string | number | null = 1) => {
      const { status, data } = await relayers.rpc('main', { jsonrpc: '2.0', id: id as sdk.JsonRpcId, method, params })
      expect(status).toBe(200)
      return data
    }
    expect(await call('eth_chainId', [])).toEqual({ jsonrpc: '2.0', result: '0x7a69', id: 1 })
    expect(await call('eth_getTransactionCount', [account.address, 'latest'], 'a')).toEqual({
      jsonrpc: '2.0',
      result: '0x0',
      id: 'a',
    })
    expect(await call('eth_chainId', [], null)).toEqual({ jsonrpc: '2.0', result: '0x7a69' })
    expect(await call('no_such_method', [], 7)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32603, message: 'Internal error', description: 'RPC error occurred (code: -32601)' },
      id: 7,
    })
    expect(await call('eth_sendTransaction', [{}], 8)).toMatchObject({ error: { code: -32601 }, id: 8 })
    const request = { jsonrpc: '2.0', id: 1.5, method: 'eth_chainId', params: [] }
    expect(await rejection(relayers.rpc('main', request))).toEqual([
      400,
      {
        success: false,
        data: null,
        message: 'Bad Request',
        error: "Invalid 'id' field: must be a string, integer, or null",
      },
    ])
  })
})
