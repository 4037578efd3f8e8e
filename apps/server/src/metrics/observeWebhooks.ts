import type { WebhookSender } from '@relayer/core'
import type { Instruments } from './createInstruments.ts'

/** The sender of webhooks with its requests timed. */
export function observeWebhooks(
  sender: WebhookSender,
  { webhookSeconds }: Instruments,
  now: () => number,
): WebhookSender {
  return {
    async send(request) {
      const startedAt = now()
      const sent = await sender.send(request)
      webhookSeconds.observe({ result: sent.ok ? 'delivered' : 'failed' }, (now() - startedAt) / 1000)
      return sent
    },
  }
}
