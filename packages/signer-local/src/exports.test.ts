import { expect, it } from 'vitest'
import * as root from './index.ts'

it('exports just this', () => {
  expect(Object.keys(root).sort()).toEqual([
    'createKeystore',
    'createLocalSigner',
    'openKeystore',
    'readKeystore',
    'secp256k1Backend',
  ])
})
