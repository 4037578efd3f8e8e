/// <reference types="node" />
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'

const directory = fileURLToPath(new URL('.', import.meta.url))

/** Bytes of an app that imports these names and nothing else, minified and gzipped. */
async function gzipBytes(names: string, from = './index.ts'): Promise<number> {
  const source = names === '*' ? `export * from '${from}'` : `export { ${names} } from '${from}'`
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: directory, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['@relayer/source'],
    write: false,
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}

describe('size of a browser bundle, minified and gzipped', () => {
  test.each([
    ['evmTransactionRequest', 9_000],
    ['evmTransaction', 9_000],
    ['stellarTransactionRequest', 11_000],
    ['solanaTransactionRequest', 9_000],
    ['notificationCreate', 9_000],
    ['parseJson, stringifyJson', 1_000],
    ['formatTimestamp, parseTimestamp', 9_000],
  ])('%s stays below %i bytes', async (names, limit) => {
    const bytes = await gzipBytes(names)
    if (process.env['SIZES']) process.stdout.write(`${names}: ${bytes}\n`)
    expect(bytes).toBeLessThanOrEqual(limit)
  })

  test('everything stays below 20 kB', async () => {
    const bytes = await gzipBytes('*')
    if (process.env['SIZES']) process.stdout.write(`*: ${bytes}\n`)
    expect(bytes).toBeLessThanOrEqual(20_000)
  })
})
