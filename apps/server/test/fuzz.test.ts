import { Agent } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import { operations } from '../src/http/operations.ts'
import { runFuzz } from './support/fuzz/runFuzz.ts'
import { sendKept } from './support/fuzz/sendKept.ts'
import { authorization } from './support/send.ts'
import { startTestServer } from './support/testServer.ts'

vi.setConfig({ testTimeout: 600_000 })

// `npm run test:fuzz -- --requests 10000` runs the same for longer.
const seed = Number(process.env['SEED'] ?? 1)

it('whatever a client sends, to any operation: never a 5xx, always the documented form', async () => {
  const report = await runFuzz({ requests: 500, seed })
  // the message names the seed that repeats a failure
  expect(report.failures, `SEED=${seed}`).toEqual([])
  expect(report.answered.size).toBe(operations.length)
})

const tooLarge = Buffer.alloc(2 ** 21 + 1, ' ')
const json = { ...authorization, 'Content-Type': 'application/json' }
const refused = [
  [413, { 'Content-Length': `${tooLarge.length}` }, tooLarge],
  [413, { 'Transfer-Encoding': 'chunked' }, tooLarge],
  [413, { 'Content-Encoding': 'gzip' }, gzipSync(tooLarge)],
  [400, { 'Content-Encoding': 'gzip' }, Buffer.from('{}')],
  [400, { 'Content-Encoding': 'gzip' }, tooLarge],
  [400, { 'Content-Encoding': 'gzip' }, gzipSync('{}').subarray(0, -9)],
  [415, { 'Content-Encoding': 'nonsense' }, tooLarge],
] as const

it('after a body that is too large or corrupt, the same client goes on: every operation that reads one', async () => {
  const server = await startTestServer()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (const { method, path, body } of operations) {
    if (body === undefined) continue
    const target = path.replace(/[:*]\w+/g, 'main')
    for (const [status, headers, bytes] of refused) {
      const answer = await sendKept(agent, server.port, {
        method,
        path: target,
        headers: { ...json, ...headers },
        body: bytes,
      })
      expect([method, path, answer.status, answer.body]).toEqual([
        method,
        path,
        status,
        expect.objectContaining({ success: false, data: null }),
      ])
      const next = await sendKept(agent, server.port, { method: 'GET', path: '/api/v1/health', headers: {} })
      expect(next.status).toBe(200)
    }
  }
  agent.destroy()
  await server.close()
})
