import { expect, test } from 'vitest'
import * as errors from './errors.ts'
import * as index from './index.ts'

test('exports of @relayer/schemas', () => {
  expect(Object.keys(index).sort()).toMatchSnapshot()
})

test('exports of @relayer/schemas/errors', () => {
  expect(Object.keys(errors).sort()).toMatchSnapshot()
})
