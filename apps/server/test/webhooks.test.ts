import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startAnvil } from '@relayer/chain-evm/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendWebhook } from '../src/webhooks/sendWebhook.ts'
import { send } from './support/send.ts'
import { startTestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

interface Received {
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

const signingKey = 'a signing key of at least 32 characters'
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function receive(answer: (response: ServerResponse) => void = response => response.end()) {
  const received: Received[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, text: Buffer.concat(chunks).toString() })
      answer(response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  })
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

const signatureOf = (text: string) => createHmac('sha256', signingKey).update(text).digest('base64')

describe('sendWebhook', () => {
  it('signs the bytes it sends', async () => {
    const { received, url } = await receive()
    const body = '{"value":340282366920938463463374607431768211455,"text":"ä"}'
    expect(await sendWebhook({ url, body, signingKey })).toEqual({ ok: true })
    expect(received[0]?.text).toBe(body)
    expect(received[0]?.headers['content-type']).toBe('application/json')
    expect(received[0]?.headers['x-signature']).toBe(signatureOf(body))
  })

  it('has no signature without a key', async () => {
    const { received, url } = await receive()
    await sendWebhook({ url, body: '{}', signingKey: null })
    expect(received[0]?.headers['x-signature']).toBeUndefined()
  })

  it.each([200, 201, 204])('%i is delivered', async status => {
    const { url } = await receive(response => response.writeHead(status).end())
    expect(await sendWebhook({ url, body: '{}', signingKey: null })).toEqual({ ok: true })
  })

  it.each([301, 307, 400, 404, 500, 503])('%i is not, and no redirect is followed', async status => {
    const { url, received } = await receive(response => response.writeHead(status, { Location: '/elsewhere' }).end())
    expect(await sendWebhook({ url, body: '{}', signingKey: null })).toEqual({ ok: false, reason: `status ${status}` })
    expect(received).toHaveLength(1)
  })

  it('never throws', async () => {
    const gone = await receive()
    await closers.pop()?.()
    expect(await sendWebhook({ url: `${gone.url}/SECRET`, body: '{}', signingKey })).toEqual({
      ok: false,
      reason: 'ECONNREFUSED',
    })
    for (const url of ['mailto:x', 'nothing', 'http://user:SECRET@127.0.0.1:9/']) {
      const result = await sendWebhook({ url, body: '{}', signingKey })
      expect(result.ok).toBe(false)
      expect(JSON.stringify(result)).not.toContain('SECRET')
    }
    const { url } = await receive(response => response.destroy())
    expect((await sendWebhook({ url, body: '{}', signingKey })).ok).toBe(false)
  })
})

describe('a relayer with a notification', () => {
  it('tells of every status up to confirmed, signed, in order, each with an id of its own', async () => {
    const anvil = await startAnvil({ blockTime: 1 })
    closers.push(() => anvil.stop())
    const { received, url } = await receive()
    const configuration = testConfiguration(anvil.url)
    const server = await startTestServer({
      ...configuration,
      notifications: [{ id: 'hook', url, signingKey }],
      relayers: configuration.relayers.map(relayer => ({ ...relayer, notificationId: 'hook' })),
    })
    closers.push(() => server.close())
    const posted = await send(server.port, 'POST', '/api/v1/relayers/main/transactions', {
      body: { value: 1, to: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' },
    })
    expect(posted.status).toBe(200)
    const { id } = posted.body.data
    const events = () => received.map(({ text }) => JSON.parse(text))
    await until('the confirmed event', () => events().find(event => event.payload.status === 'confirmed'))

    for (const { headers, text } of received) expect(headers['x-signature']).toBe(signatureOf(text))
    expect(new Set(events().map(event => event.id)).size).toBe(received.length)
    expect(new Set(events().map(event => event.event))).toEqual(new Set(['transaction_update']))
    expect(events()[0].payload).toMatchObject({ payload_type: 'transaction', id, relayer_id: 'main', value: '0x1' })
    expect(events()[0].timestamp).toMatch(/\+00:00$/)
    const order = ['sent', 'submitted', 'mined', 'confirmed']
    const statuses = events().map(event => order.indexOf(event.payload.status))
    expect(statuses).toEqual([...statuses].sort((a, b) => a - b))
  })
})
