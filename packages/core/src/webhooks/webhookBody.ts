import { formatTimestamp } from '@relayer/schemas'
import type { DeliveryRecord } from '../records/event.ts'

/** The exact body of a delivery. It depends on the stored event alone, so every retry sends the same bytes. */
export function webhookBody(delivery: Pick<DeliveryRecord, 'eventId' | 'kind' | 'payload' | 'eventCreatedAt'>): string {
  const id = JSON.stringify(delivery.eventId)
  const event = JSON.stringify(delivery.kind)
  const timestamp = JSON.stringify(formatTimestamp(delivery.eventCreatedAt))
  return `{"id":${id},"event":${event},"payload":${delivery.payload},"timestamp":${timestamp}}`
}
