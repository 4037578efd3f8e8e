import { expect, test } from 'vitest'
import { mergePatch } from './mergePatch.ts'

test.each([
  [{ a: 1, b: 2 }, {}, { a: 1, b: 2 }],
  [{ a: 1, b: 2 }, { a: 3 }, { a: 3, b: 2 }],
  [{ a: 1, b: 2 }, { a: null }, { b: 2 }],
  [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
  [{ a: { b: 1, c: 2 } }, { a: { b: null, d: 4 } }, { a: { c: 2, d: 4 } }],
  [{ a: 1 }, { a: { b: null } }, { a: {} }],
  [{ a: 1 }, { a: null }, null],
  [{ a: 1 }, null, null],
  [null, { a: 1 }, { a: 1 }],
  [null, {}, null],
])('%j patched by %j is %j', (target, patch, merged) => {
  expect(mergePatch(target, patch)).toEqual(merged)
})
