/**
 * A small repository full of mistakes, for checkImports.ts to find. A line that ends in `// BAD words` must be reported
 * with these words; every other line must not be.
 */
const manifest = (name: string, rest: object = {}) =>
  JSON.stringify({ name: `@relayer/${name}`, exports: { '.': './src/index.ts' }, ...rest })

export const seededTree: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'root',
    devDependencies: { vitest: '1.0.0' },
    optionalDependencies: { anvil: '1.0.0' },
  }),

  'packages/schemas/package.json': manifest('schemas', { dependencies: { zod: '1.0.0' } }),
  'packages/schemas/src/index.ts': String.raw`
import * as z from 'zod/mini'
import { readFile } from 'node:fs/promises' // BAD no I/O of its own
import path from 'path' // BAD no I/O of its own
export type { Store } from '@relayer/core' // BAD upward or sideways
// import { a } from 'in-a-comment'
/* import { a } from 'in-a-comment'
   import('in-a-comment') */
const text = "import { a } from 'in-a-string'" + 'export * from "in-a-string"'
const template = ${'`'}import 'in-a-template' ${'${'} text ? ${'`'}import 'nested'${'`'} : { a: '}' }.a } import 'after' process.env.A${'`'}
const expression = /import 'in-a-regex' [/'"]/.test(text) || 4 / 2 / 1 > 1
export { text, template, expression, z, readFile, path }
const from = 'not-imported'
class Example { import(name: string) { return { import: name, from } } }
export const example = new Example().import('a-method')
`,

  'packages/core/package.json': manifest('core', {
    dependencies: { '@relayer/schemas': '^0.0.0' },
    exports: { '.': './src/index.ts', './testing': './src/testing/index.ts' },
  }),
  'packages/core/src/index.ts': `
export * from './engine/createEngine.ts'
export type { Amount } from '@relayer/schemas'
export { hidden } from '@relayer/schemas/src/hidden.ts' // BAD not in the exports
export { fake } from './testing/index.ts' // BAD for tests only
`,
  'packages/core/src/engine/createEngine.ts': `
import type { Row } from '../records/row.ts'
import { createEngine as own } from '@relayer/core' // BAD its own package
export const createEngine = (row: Row) => own(row)
`,
  'packages/core/src/records/row.ts': `
import type { Engine } from '../engine/createEngine.ts' // BAD imports upward from core/engine
import type { Failure } from '../errors/failure.ts'
import { odd } from '../utils/odd.ts' // BAD core folder "utils" has no layer
import { run } from '../../../store-knex/src/run.ts' // BAD leaves the package
export type Row = import('../errors/failure.ts').Failure // BAD as a type
export type Module = typeof import('../errors/failure.ts') // BAD as a type
export const load = () => import('../errors/failure.ts').then(module => module.failure)
export const wait = async () => (await import('../errors/failure.ts')).failure
export const key = process.env.KEY // BAD configured by its caller
`,
  'packages/core/src/errors/failure.ts': `
export interface Failure { text: string }
`,
  'packages/core/src/signers/a.ts': `
import type { B } from '../lanes/b.ts' // BAD import each other
export type A = B
`,
  'packages/core/src/lanes/b.ts': `
import type { A } from '../signers/a.ts'
export type B = A
`,
  'packages/core/src/testing/index.ts': `
import { createEngine } from '../engine/createEngine.ts'
import { expect } from 'vitest' // BAD vitest is not declared
export const fake = () => expect(createEngine)
`,
  'packages/core/src/records/row.test.ts': `
import { expect } from 'vitest'
import { readFileSync } from 'node:fs'
import { fake } from '../testing/index.ts'
import { createEngine } from '../engine/createEngine.ts'
import { missing } from 'missing' // BAD missing is not declared
`,

  'packages/store-knex/package.json': manifest('store-knex', {
    dependencies: { '@relayer/core': '^0.0.0' },
    devDependencies: { '@relayer/chain-evm': '^0.0.0', pg: '1.0.0' },
    peerDependencies: { knex: '1.0.0', '@types/only': '1.0.0' },
  }),
  'packages/store-knex/src/index.ts': `
import knex from 'knex'
import { createHash } from 'node:crypto'
import { value } from '@relayer/schemas' // BAD @relayer/schemas is not declared
import pg from 'pg' // BAD pg is not declared
import type { Chain } from '@relayer/chain-evm' // BAD upward or sideways
import { suite } from '@relayer/core/testing' // BAD for tests only
import { server } from '@relayer/server' // BAD upward or sideways
import { nothing } from '@relayer/nothing' // BAD no package of this repository
import '@types/only'
export const bindings = createRequire(import.meta.url)('ignored')
export const found = require.resolve('unfound') // BAD unfound is not declared
export const url = import.meta.resolve('unfound/x') // BAD unfound is not declared
export const lazy = await import("@scope/lazy/deep") // BAD @scope/lazy is not declared
export {
  value as
  renamed } from "several-lines" // BAD several-lines is not declared
`,
  'packages/store-knex/src/store.test.ts': `
import pg from 'pg'
import { chain } from '@relayer/chain-evm'
import { suite } from '@relayer/core/testing'
export const url = process.env['TEST_DATABASE_URL']
`,

  'packages/chain-evm/package.json': manifest('chain-evm', {
    dependencies: { '@relayer/core': '^0.0.0' },
  }),
  'packages/signer-local/package.json': manifest('signer-local', { peerDependencies: { '@relayer/chain-evm': '*' } }),
  'packages/tools/package.json': manifest('tools'),

  'apps/server/package.json': manifest('server', { dependencies: { '@relayer/core': '^0.0.0', koa: '1.0.0' } }),
  'apps/server/bin/server.mjs': `
import Koa from 'koa'
import anvil from 'anvil'
const { port } = context.process.env
const { env } = process // BAD process.env is read in 3 files
`,
  'apps/server/src/readEnvironment.ts': `
export const environment = globalThis.process.env // BAD process.env is read in 3 files
`,
  'apps/server/src/second.ts': `
import { env } from 'node:process' // BAD process.env is read in 3 files
`,
}

/** Mistakes in a package.json of the tree, where no line can be marked. */
export const seededManifestMistakes: readonly string[] = [
  'packages/signer-local/package.json depends upward or sideways on @relayer/chain-evm',
  'packages/tools/package.json has no layer',
]

/** Each is made of types only, in another syntax; the last is longer than two. */
export const seededCircles: Readonly<Record<string, string>> = {
  'statement/a.ts': `import type { B } from './b.ts'\nexport interface A { b: B }\n`,
  'statement/b.ts': `import type { A } from './a.ts'\nexport interface B { a?: A }\n`,
  'inline/a.ts': `import { type B } from './b.ts'\nexport interface A { b: B }\n`,
  'inline/b.ts': `import { type A } from './a.ts'\nexport interface B { a?: A }\n`,
  'reexport/a.ts': `import type { C } from './b.ts'\nexport interface A { c: C }\n`,
  'reexport/b.ts': `export type { C } from './c.ts'\n`,
  'reexport/c.ts': `import type { A } from './a.ts'\nexport interface C { a?: A }\n`,
}
