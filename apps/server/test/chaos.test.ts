import { expect, it, vi } from 'vitest'
import { runChaos } from './support/runChaos.ts'

vi.setConfig({ testTimeout: 600_000 })

// `npm run test:chaos -- --kills 1000` runs the same for longer.
const seed = Number(process.env['SEED'] ?? 1)

it('20 kills at named and random steps under load: each accepted transaction is executed exactly once', async () => {
  const report = await runChaos({ kills: 20, posts: 10, faultOneIn: 0, seed })
  expect(report.violations).toEqual([])
  expect([...report.killedAt.values()].reduce((sum, count) => sum + count, 0)).toBe(20)
})

it('one RPC request in three dropped, delayed, refused, garbled or answered twice, and kills: nothing is lost', async () => {
  const report = await runChaos({ kills: 4, posts: 20, faultOneIn: 3, seed: seed + 1 })
  expect(report.violations).toEqual([])
})
