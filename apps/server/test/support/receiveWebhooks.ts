import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook target that takes everything. */
export interface WebhookReceiver {
  readonly url: string
  /** Parsed bodies, in the order of their arrival. */
  readonly events: readonly { readonly event: string; readonly payload: Record<string, unknown> }[]
  close(): Promise<void>
}

export async function receiveWebhooks(): Promise<WebhookReceiver> {
  const events: WebhookReceiver['events'][number][] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    events.push(JSON.parse(text))
    response.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    events,
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}
