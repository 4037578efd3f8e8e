import { expect, test } from 'vitest'
import { createCensor } from './censor.ts'
import { createLogger } from './createLogger.ts'

function logged(fields: object, message = 'm', secrets: readonly string[] = []): string {
  let text = ''
  createLogger({ level: 'trace', secrets, destination: { write: line => (text += line) } }).info(fields, message)
  return text
}

test.each([
  [{ url: 'SECRET' }],
  [{ a: { secret: 'SECRET' } }],
  [{ signer: { key: 'SECRET' } }],
  [{ err: Object.assign(new Error('x'), { headers: 'SECRET' }) }],
  [{ err: new Error('x', { cause: Object.assign(new Error('y'), { authorization: 'SECRET' }) }) }],
])('a field that could hold a secret is censored: %j', fields => {
  expect(logged(fields)).not.toContain('SECRET')
})

test('a known secret is censored wherever it stands, also as JSON spells it', () => {
  const secret = 'a "quoted" \\ secret'
  const text = logged({ err: new Error(`it said ${secret}`), list: [secret] }, `about ${secret}`, [secret])
  expect(text).not.toContain('quoted')
  expect(JSON.parse(text).msg).toBe('about [REDACTED]')
})

test.each([
  ['GET with Bearer abc.def-123 in it', 'GET with Bearer [REDACTED] in it'],
  [`key rk_${'a'.repeat(43)}!`, 'key [REDACTED]!'],
  ['fetch https://rpc.example/v2/KEY?k=1#f failed', 'fetch https://rpc.example/*** failed'],
  ['wss://user:pass@rpc.example:8546', 'wss://rpc.example:8546/***'],
  ['postgres://u:p%40ss@db:5432/d?ssl=1, retry', 'postgres://db:5432/*** retry'],
  ['at http://127.0.0.1:8080 now', 'at http://127.0.0.1:8080 now'],
  ['tx 0xabc of relayer main', 'tx 0xabc of relayer main'],
])('censors by what secrets look like: %s', (line, censored) => {
  expect(createCensor([])(line)).toBe(censored)
})

test('what is too short to be a secret is left alone', () => {
  expect(createCensor(['a', ''])('a banana')).toBe('a banana')
})
