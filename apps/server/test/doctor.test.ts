import { startAnvil } from '@relayer/chain-evm/testing'
import { expect, it, vi } from 'vitest'
import { send } from './support/send.ts'
import { startTestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 120_000 })

it('doctor: explains a relayer without funds, repairs nothing there, and says so', async () => {
  const anvil = await startAnvil({ blockTime: 1 })
  const server = await startTestServer(testConfiguration(anvil.url))
  try {
    const call = async (method: string, path: string, body?: object) =>
      (await send(server.port, method, `/api/v1/relayers/main${path}`, { body })).body
    const { address } = (await call('GET', '')).data
    await anvil.rpc('anvil_setBalance', [address, '0x1'])
    expect((await call('GET', '/doctor')).data).toEqual({
      address,
      chain_sequence: '0',
      next_sequence: '0',
      open_slots: 0,
      waiting_transactions: 0,
      findings: [],
    })
    await call('POST', '/transactions', { to: address, value: 5, gas_limit: 21_000 })
    const poor = await until('a finding', async () => {
      const { data } = await call('GET', '/doctor')
      return data.findings.length > 0 ? data : undefined
    })
    expect(poor).toMatchObject({ waiting_transactions: 1, findings: [{ code: 'funds', repair: null }] })
    expect((await call('POST', '/doctor?dry_run=true')).data).toMatchObject({ dry_run: true, applied: [] })
    expect((await call('POST', '/doctor')).data).toMatchObject({ dry_run: false, applied: [] })
    // whoever means a dry run and misspells it must not find a lane repaired
    expect((await call('POST', '/doctor?dry_run=1')).error).toContain('dry_run: expected `true` or `false`')
    expect((await send(server.port, 'GET', '/api/v1/relayers/nobody/doctor')).status).toBe(404)
  } finally {
    await server.close()
    await anvil.stop()
  }
})
