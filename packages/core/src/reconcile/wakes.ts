import type { LaneKey } from '../records/slot.ts'

/** The work queue's key for a lane, whoever's it is now: the queue lets one run at a time through. */
export function laneWake(lane: LaneKey): string {
  return `lane:${lane}`
}

/** The work queue's key for a webhook target. */
export function deliveriesWake(notificationId: string): string {
  return `deliveries:${notificationId}`
}

/** The work queue's key for the health of a network's relayers. */
export function healthWake(networkId: string): string {
  return `health:${networkId}`
}

const kinds = ['lane', 'deliveries', 'health'] as const

/** What a work queue's key is about; null for a key nobody here made. */
export function parseWake(key: string): { readonly kind: (typeof kinds)[number]; readonly id: string } | null {
  const colon = key.indexOf(':')
  const kind = kinds.find(known => known === key.slice(0, colon))
  return kind === undefined ? null : { kind, id: key.slice(colon + 1) }
}
