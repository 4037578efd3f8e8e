import { expect, test } from 'vitest'
import { inStatements } from './inStatements.ts'

const rows = (...texts: string[]) => texts.map((text, n) => ({ n, text, none: null }))
const sizes = (texts: readonly string[], most: number) =>
  [...inStatements(rows(...texts), most)].map(some => some.map(({ text }) => text.length))

test('rows that fit go together', () => {
  expect(sizes(['aa', 'bb', 'c'], 5)).toEqual([[2, 2, 1]])
  expect(sizes([], 5)).toEqual([])
})

test('in their order, no group larger than allowed, none empty; what is too large alone goes alone', () => {
  expect(sizes(['aa', 'bbb', 'c', 'dddddddd', 'e'], 5)).toEqual([[2, 3], [1], [8], [1]])
  expect(sizes(['dddddddd'], 5)).toEqual([[8]])
  const given = rows('aaa', 'bbb', 'ccc')
  expect([...inStatements(given, 4)].flat()).toEqual(given)
})
