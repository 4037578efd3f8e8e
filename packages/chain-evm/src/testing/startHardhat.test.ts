import { existsSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { findHardhat, startHardhat } from './index.ts'

vi.setConfig({ testTimeout: 120_000 })

const missing = findHardhat() === null

describe('startHardhat', () => {
  it.skipIf(missing)(
    `starts two at a time, mines when told, and stops them${missing ? ' (hardhat or its native part is not installed)' : ''}`,
    async () => {
      const [one, two] = await Promise.all([startHardhat({ chainId: 5 }), startHardhat()])
      expect(await one.rpc('eth_chainId')).toBe('0x5')
      expect(await two.rpc('eth_chainId')).toBe('0x7a69')
      expect(await two.rpc('hardhat_getAutomine')).toBe(false)
      await two.rpc('hardhat_mine', ['0x2'])
      expect(await two.rpc('eth_blockNumber')).toBe('0x2')
      await expect(one.rpc('eth_nothing')).rejects.toThrow('eth_nothing')
      await Promise.all([one.stop(), two.stop()])
      await expect(one.rpc('eth_chainId')).rejects.toThrow()
      expect(() => process.kill(one.pid, 0)).toThrow()
      await one.stop()
    },
  )

  it('finds a command line that exists, or nothing', () => {
    const cli = findHardhat()
    expect(cli === null || existsSync(cli)).toBe(true)
  })
})
