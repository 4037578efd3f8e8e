import { expect, test } from 'vitest'
import { checkTypedData } from './checkTypedData.ts'

const hash = 'aB'.repeat(32)

test.each([
  [hash, hash, undefined],
  [`0x${hash}`, `0x${hash}`, undefined],
  ['zz', hash, "Invalid domain separator hex: non-hexadecimal character 'z' at position 0 (input: zz...)"],
  [
    `0x${'1'.repeat(63)}g`,
    hash,
    "Invalid domain separator hex: non-hexadecimal character 'g' at position 63 (input: 1111111111111111...)",
  ],
  [hash, 'a😀', "Invalid hash struct message hex: non-hexadecimal character '😀' at position 1 (input: a😀...)"],
  [hash, 'abc', 'Invalid hash struct message hex: failed to decode - Odd number of digits (input: abc...)'],
  ['', hash, 'Invalid domain separator length: expected 32 bytes, got 0'],
  [hash, `${hash}00`, 'Invalid hash struct length: expected 32 bytes, got 33'],
  ['0x00', 'zz', 'Invalid domain separator length: expected 32 bytes, got 1'],
])('typed data %j, %j: %s', (domain_separator, hash_struct_message, text) => {
  expect(checkTypedData({ domain_separator, hash_struct_message })).toBe(text && `Failed to sign transaction: ${text}`)
})
