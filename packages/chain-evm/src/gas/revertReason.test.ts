import { encodeErrorResult, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { revertReason } from './revertReason.ts'

const abi = parseAbi(['error Error(string)', 'error Panic(uint256)', 'error NotOwner(address)'])
const thrown = (text: string) => encodeErrorResult({ abi, errorName: 'Error', args: [text] })

describe('revertReason', () => {
  it.each<[string, unknown, string]>([
    ['Error(string)', thrown('no money'), 'execution reverted: no money'],
    ['an empty reason', thrown(''), 'execution reverted'],
    [
      'Panic(uint256)',
      encodeErrorResult({ abi, errorName: 'Panic', args: [0x11n] }),
      'execution reverted: panic 0x11 (arithmetic overflow or underflow)',
    ],
    ['a custom error', '0x30cd7471', 'execution reverted: custom error 0x30cd7471'],
    ['no data', '0x', 'execution reverted'],
    ['nothing', undefined, 'execution reverted'],
    ['data inside an object', { message: 'x', data: thrown('inside') }, 'execution reverted: inside'],
    ['data behind a word', `Reverted ${thrown('behind')}`, 'execution reverted: behind'],
    ['data that only look like an error', '0x08c379a0ffff', 'execution reverted: custom error 0x08c379a0'],
    ['control characters', thrown('a\nb\u0000c'), 'execution reverted: a b c'],
  ])('%s', (_, data, reason) => {
    expect(revertReason(data)).toBe(reason)
  })

  it('cuts what a contract has to say', () => {
    expect(revertReason(thrown('x'.repeat(10_000))).length).toBeLessThan(300)
  })
})
