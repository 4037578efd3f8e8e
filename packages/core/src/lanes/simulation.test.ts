import { expect, test } from 'vitest'
import { simulate } from '../testing/simulate.ts'

declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

// One seed repeats one storm: SEED=17 npx vitest run packages/core/src/lanes/simulation.test.ts; SEEDS=2000 runs that many.
const only = process.env['SEED']
const count = Number(process.env['SEEDS'] ?? 50)
const seeds = only === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(only)]

test.each(seeds)(
  'storm with seed %i: everything accepted ends, nothing executes twice, the record tells the truth',
  async seed => {
    const report = await simulate(seed)
    expect(report.violations).toEqual([])
    expect(report.transactions.length).toBeGreaterThan(10)
  },
)
