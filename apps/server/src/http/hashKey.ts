import { hash } from 'node:crypto'

/** What is known of an API key's secret: SHA-256, hex. Enough for 256 random bits. */
export function hashKey(secret: string): string {
  return hash('sha256', secret)
}
