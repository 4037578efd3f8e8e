import { createHmac } from 'node:crypto'
import type { WebhookRequest, WebhookSender } from '@relayer/core'

const timeoutMs = 10_000

/**
 * POSTs a webhook. `X-Signature` is the base64 HMAC-SHA256 of the very bytes sent. Redirects are not followed: they would
 * carry the body to a place its owner did not name.
 */
export const sendWebhook: WebhookSender['send'] = async ({ url, body, signingKey }: WebhookRequest) => {
  const bytes = Buffer.from(body)
  const signature: Record<string, string> =
    signingKey === null ? {} : { 'X-Signature': createHmac('sha256', signingKey).update(bytes).digest('base64') }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...signature },
      body: bytes,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    // the answer's body is of no interest, and unread it would hold the connection
    await response.body?.cancel()
    return response.ok ? { ok: true } : { ok: false, reason: `status ${response.status}` }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

/** A code at most: messages may hold the URL, and the URL a key. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  if (name === 'TimeoutError') return `no answer within ${timeoutMs} ms`
  return cause?.code ?? 'the request failed'
}
