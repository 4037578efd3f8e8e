import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseEnvironment } from '../src/config/environment.ts'
import { operations } from '../src/http/operations.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** The rows of the table under a heading, as cells. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter(line => line.startsWith('| '))
  return rows.slice(1).map(row =>
    row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
}

/** What stands in backticks. */
function codeIn(cell = ''): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code as string)
}

it('README: the table of operations has every operation once, with its permission, and no other', () => {
  const outside = new Set(operations.map(({ path }) => path).filter(path => !path.startsWith('/api/v1/')))
  const listed = rowsUnder('Operations').flatMap(([names, permission]) =>
    codeIn(names).map(name => {
      const [method, path = ''] = name.split(' ')
      return `${method} ${outside.has(path) ? path : `/api/v1${path}`} ${permission?.replaceAll('`', '')}`
    }),
  )
  const anyParameter = (line: string) => line.replace(/\{\w+\}|[:*]\w+(?=\/| )/g, '{}')
  const expected = operations.map(({ method, path, permission }) => `${method} ${path} ${permission}`)
  expect(listed.map(anyParameter).toSorted()).toEqual(expected.map(anyParameter).toSorted())
})

it('README: the table of settings has every variable that the environment is asked for', () => {
  const asked = new Set<string>()
  const record = (name: string | symbol) => void asked.add(String(name))
  const variables = (values: Readonly<Record<string, string>>) =>
    new Proxy(values, { get: (target, name) => (record(name), target[String(name)]) })
  parseEnvironment(variables({}), '/')
  // some are looked at only where another one says so
  parseEnvironment(variables({ METRICS_ENABLED: 'true', LOG_MODE: 'file', IN_DOCKER: 'true' }), '/')
  const documented = new Set(rowsUnder('Settings').flatMap(row => row.flatMap(codeIn)))
  expect(asked.size).toBeGreaterThan(30)
  expect([...asked].filter(name => ![...documented].some(code => code.split('=')[0] === name))).toEqual([])
})
