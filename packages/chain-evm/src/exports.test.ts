import { expect, it } from 'vitest'
import * as root from './index.ts'
import * as testing from './testing/index.ts'

it('exports just this', () => {
  expect(Object.keys(root).sort()).toEqual(['addressOf', 'createEvmChain', 'traitsOf'])
  expect(Object.keys(testing).sort()).toEqual(['findAnvil', 'findHardhat', 'startAnvil', 'startHardhat'])
})
