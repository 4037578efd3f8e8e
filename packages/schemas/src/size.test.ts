/// <reference types="node" />
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import * as exported from './index.ts'

const directory = fileURLToPath(new URL('.', import.meta.url))

/** Bytes of an app that imports these names and nothing else, minified and gzipped; for each of the lists. */
async function gzipBytes(lists: readonly string[], from = './index.ts'): Promise<readonly number[]> {
  const contents = (names: string): string =>
    names === '*' ? `export * from '${from}'` : `export { ${names} } from '${from}'`
  const { outputFiles } = await build({
    // one build for all: esbuild then parses zod once
    entryPoints: lists.map((_, i) => ({ in: `app:${i}`, out: `${i}` })),
    plugins: [
      {
        name: 'app',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^app:/ }, ({ path }) => ({ path: path.slice(4), namespace: 'app' }))
          onLoad({ filter: /^/, namespace: 'app' }, ({ path }) => ({
            contents: contents(lists[Number(path)] ?? ''),
            resolveDir: directory,
            loader: 'ts',
          }))
        },
      },
    ],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['@relayer/source'],
    outdir: directory,
    write: false,
  })
  return outputFiles.map(file => gzipSync(file.contents, { level: 9 }).length)
}

describe('size of a browser bundle, minified and gzipped', () => {
  test.each([
    ['evmTransactionRequest', 9_000],
    ['evmTransaction', 9_000],
    ['stellarTransactionRequest', 9_000],
    ['solanaTransactionRequest', 9_000],
    ['notificationCreate', 9_000],
    ['parseJson, stringifyJson', 1_000],
    ['formatTimestamp, parseTimestamp', 9_000],
  ])('%s stays below %i bytes', async (names, limit) => {
    const [bytes] = await gzipBytes([names])
    if (process.env['SIZES']) process.stdout.write(`${names}: ${bytes}\n`)
    expect(bytes).toBeLessThanOrEqual(limit)
  })

  test('every single schema stays below 9 kB', { timeout: 60_000 }, async () => {
    const names = Object.entries(exported).flatMap(([name, value]) =>
      typeof value === 'object' && '_zod' in value ? [name] : [],
    )
    const bytes = await gzipBytes(names)
    expect(bytes).toHaveLength(names.length)
    expect(names.filter((_, i) => (bytes[i] ?? 0) > 9_000)).toEqual([])
  })

  test('everything stays below 20 kB', async () => {
    const [bytes] = await gzipBytes(['*'])
    if (process.env['SIZES']) process.stdout.write(`*: ${bytes}\n`)
    expect(bytes).toBeLessThanOrEqual(20_000)
  })
})
