import { expect, it, vi } from 'vitest'
import { laneSteps } from './support/laneSteps.ts'
import { runSteps } from './support/runSteps.ts'

vi.setConfig({ testTimeout: 600_000 })

const names = Object.keys(laneSteps)

// Two servers at a time: most of a life is waiting for a block.
it.concurrent.each([
  ['the first', names.filter((_, index) => index % 2 === 0)],
  ['the second', names.filter((_, index) => index % 2 === 1)],
])(
  'killed at each named step of a lane (%s half): each accepted transaction is executed exactly once',
  async (_, steps) => {
    expect(await runSteps(steps)).toEqual([])
  },
)
