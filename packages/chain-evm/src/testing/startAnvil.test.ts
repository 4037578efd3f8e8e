import { describe, expect, it } from 'vitest'
import { findAnvil, startAnvil } from './index.ts'

describe('findAnvil', () => {
  it('takes the given path or nothing, then the package, then the search path', () => {
    expect(findAnvil({ ANVIL_BIN: '/nowhere/anvil' })).toBeNull()
    expect(findAnvil({ ANVIL_BIN: process.execPath })).toBe(process.execPath)
    expect(findAnvil({})).toMatch(/anvil$/)
  })
})

describe('startAnvil', () => {
  it('starts two at a time on ports of their own, and stops them', async () => {
    const [one, two] = await Promise.all([startAnvil({ chainId: 5 }), startAnvil({ blockTime: 1 })])
    expect(one.port).not.toBe(two.port)
    expect(await one.rpc('eth_chainId')).toBe('0x5')
    expect(await two.rpc('eth_chainId')).toBe('0x7a69')
    await expect(one.rpc('eth_nothing')).rejects.toThrow('eth_nothing')
    await Promise.all([one.stop(), two.stop()])
    await expect(one.rpc('eth_chainId')).rejects.toThrow()
    expect(() => process.kill(one.pid, 0)).toThrow()
  })

  it('says what is missing', async () => {
    await expect(startAnvil({ env: { ANVIL_BIN: '/nowhere/anvil' } })).rejects.toThrow('anvil not found')
  })
})
