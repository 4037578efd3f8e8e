/** The work queue's key for a relayer's lane. */
export function laneWake(relayerId: string): string {
  return `lane:${relayerId}`
}

/** The work queue's key for a webhook target. */
export function deliveriesWake(notificationId: string): string {
  return `deliveries:${notificationId}`
}

/** What a work queue's key is about; null for a key nobody here made. */
export function parseWake(key: string): { readonly kind: 'lane' | 'deliveries'; readonly id: string } | null {
  const colon = key.indexOf(':')
  const kind = key.slice(0, colon)
  return kind === 'lane' || kind === 'deliveries' ? { kind, id: key.slice(colon + 1) } : null
}
