import type { ResourceRecord } from './resources.ts'

/** What a key may be allowed to do. Separate on purpose: none of them implies another. */
export const permissions = [
  'tx:send',
  'tx:read',
  'tx:cancel',
  'sign:message',
  'sign:typed-data',
  'sign:transaction',
  'rpc',
  'admin',
] as const

export type Permission = (typeof permissions)[number]

/** A scoped API key. The secret itself is known to its bearer only. */
export interface ApiKeyRecord extends ResourceRecord {
  readonly name: string
  /** SHA-256 of the secret, hex. Unique. */
  readonly hash: string
  /** The secret before the last rotation, which still works until `previousUntil` (ms since the epoch). */
  readonly previousHash: string | null
  readonly previousUntil: number | null
  readonly permissions: readonly Permission[]
  /** Web pages that may use it from a browser, such as `https://app.example`; `*`: all. */
  readonly allowedOrigins: readonly string[]
  /** Ids of the relayers it may use; null: all. */
  readonly relayers: readonly string[] | null
  /** Addresses it may send to; null: all. Such a key can't hold `sign:*`. */
  readonly receivers: readonly string[] | null
  /** ms since the epoch; null: never. */
  readonly expiresAt: number | null
  /** ms since the epoch, exact to a minute; null: never used. */
  readonly lastUsedAt: number | null
}

/** What a caller may do: what its key says, or everything for the root key. */
export interface Grant {
  /** Of the key; `root` for the root key, which is no record. */
  readonly keyId: string
  readonly root: boolean
  readonly permissions: readonly Permission[]
  readonly allowedOrigins: readonly string[]
  readonly relayers: readonly string[] | null
  readonly receivers: readonly string[] | null
  readonly expiresAt: number | null
}

/** The root key's: everything. */
export const rootGrant: Grant = {
  keyId: 'root',
  root: true,
  permissions,
  allowedOrigins: ['*'],
  relayers: null,
  receivers: null,
  expiresAt: null,
}

/** Addresses in one spelling: those in hex are the same in upper and lower case, all others are not. */
export function normaliseAddress(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address
}
