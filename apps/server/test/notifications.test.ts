import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send } from './support/send.ts'
import { startTestServer, type TestServer } from './support/testServer.ts'

let server: TestServer
const call = (method: string, path: string, body?: object | string) =>
  send(server.port, method, `/api/v1${path}`, { body })
const key = 'a signing key of at least 32 characters'
const url = 'https://hook.example/x?token=shown'
const badRequest = (error: unknown) => ({ success: false, data: null, message: 'Bad Request', error })
const missing = {
  success: false,
  data: null,
  message: 'Notification not found',
  error: "Notification with ID 'none' not found",
}

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('http.md 8 POST /notifications', () => {
  it('201: the key is not shown, the URL is not masked; id and type may be null', async () => {
    const { status, body, text } = await call('POST', '/notifications', { id: null, type: null, url, signing_key: key })
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        data: { id: expect.stringMatching(/^[\da-f-]{36}$/), type: 'webhook', url, has_signing_key: true },
        error: null,
      },
    ])
    expect(text).not.toContain(key)
  })

  it('201: any scheme of an absolute URL', async () => {
    const { status, body } = await call('POST', '/notifications', { id: 'mail', url: 'mailto:x' })
    expect([status, body.data]).toEqual([201, { id: 'mail', type: 'webhook', url: 'mailto:x', has_signing_key: false }])
  })

  it('409: the id is taken', async () => {
    const { status, body } = await call('POST', '/notifications', { id: 'mail', url })
    expect([status, body]).toEqual([
      409,
      {
        success: false,
        data: null,
        message: 'Notification with this ID already exists',
        error: 'Notification with ID mail already exists',
      },
    ])
  })

  it.each([
    [{ url: 'x' }, 'Invalid URL format'],
    [{ url, signing_key: '' }, 'Signing key must be at least 32 characters long'],
    [{ url, signing_key: 'x'.repeat(31) }, 'Signing key must be at least 32 characters long'],
    [
      { url, id: '' },
      'ID must contain only letters, numbers, dashes and underscores and must be at most 36 characters long',
    ],
    [
      { url, id: 'x'.repeat(37) },
      'ID must contain only letters, numbers, dashes and underscores and must be at most 36 characters long',
    ],
    [{ url, more: 1 }, expect.stringMatching(/^Json deserialize error: unknown field `more`/)],
    [{}, 'Json deserialize error: missing field `url`'],
  ])('400: %j', async (body, error) => {
    const answer = await call('POST', '/notifications', body)
    expect([answer.status, answer.body]).toEqual([400, badRequest(error)])
  })
})

describe('http.md 8 PATCH /notifications/{id}', () => {
  it('absent and null change nothing, an empty key removes it, the rest replaces', async () => {
    await call('POST', '/notifications', { id: 'patched', url, signing_key: key })
    const record = { id: 'patched', type: 'webhook', url, has_signing_key: true }
    const patch = async (body: object) => {
      const { status, body: answer } = await call('PATCH', '/notifications/patched', body)
      expect([status, answer.success, answer.error]).toEqual([200, true, null])
      return answer.data
    }
    expect(await patch({})).toEqual(record)
    expect(await patch({ type: null, url: null, signing_key: null })).toEqual(record)
    expect(await patch({ signing_key: '' })).toEqual({ ...record, has_signing_key: false })
    expect(await patch({ url: 'https://b.example/' })).toEqual({
      ...record,
      url: 'https://b.example/',
      has_signing_key: false,
    })
    expect(await patch({ signing_key: key, type: 'webhook' })).toEqual({ ...record, url: 'https://b.example/' })
    expect((await call('GET', '/notifications/patched')).body.data).toEqual({ ...record, url: 'https://b.example/' })
  })

  it('404 before the rules, 400 for a shape before 404', async () => {
    const rule = await call('PATCH', '/notifications/none', { url: 'x' })
    expect([rule.status, rule.body]).toEqual([404, missing])
    expect((await call('PATCH', '/notifications/none', { id: 'x' })).status).toBe(400)
  })
})

describe('http.md 8 GET /notifications', () => {
  it('lists pages with the total', async () => {
    const { body } = await call('GET', '/notifications?page=2&per_page=1')
    expect(body).toEqual({
      success: true,
      data: [{ id: 'mail', type: 'webhook', url: 'mailto:x', has_signing_key: false }],
      error: null,
      pagination: { current_page: 2, per_page: 1, total_items: 3 },
    })
  })

  it('by id: 404 for an unknown one', async () => {
    const { status, body } = await call('GET', '/notifications/none')
    expect([status, body]).toEqual([404, missing])
  })
})

describe('http.md 8 DELETE /notifications/{id}', () => {
  it('404: unknown', async () => {
    const { status, body } = await call('DELETE', '/notifications/none')
    expect([status, body]).toEqual([404, missing])
  })

  it('400 while relayers use it, with their names; it stays', async () => {
    await call('POST', '/signers', { id: 's', type: 'plain', config: { key: '5'.repeat(64) } })
    const relayer = { id: 'r', name: 'The user', network: 'anvil', network_type: 'evm', paused: false, signer_id: 's' }
    expect((await call('POST', '/relayers', { ...relayer, notification_id: 'patched' })).status).toBe(201)
    const { status, body } = await call('DELETE', '/notifications/patched')
    expect([status, body]).toEqual([
      400,
      badRequest(
        "Cannot delete notification 'patched' because it is being used by 1 relayer(s): The user. Please remove or reconfigure these relayers before deleting the notification.",
      ),
    ])
    expect((await call('GET', '/notifications/patched')).status).toBe(200)
  })

  it('200, and the id is free', async () => {
    const { status, body } = await call('DELETE', '/notifications/mail')
    expect([status, body]).toEqual([200, { success: true, data: 'Notification deleted successfully', error: null }])
    expect((await call('GET', '/notifications/mail')).status).toBe(404)
    expect((await call('POST', '/notifications', { id: 'mail', url })).status).toBe(201)
  })
})
