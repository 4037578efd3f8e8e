import type { ApiKeyRecord } from '@relayer/core'
import { type ApiKey, formatTimestamp } from '@relayer/schemas'

/** What a client sees of a key: neither its value nor a hash of it. */
export function apiKeyResponse(key: ApiKeyRecord): ApiKey {
  return {
    id: key.id,
    name: key.name,
    allowed_origins: [...key.allowedOrigins],
    created_at: createdAt(key.createdAt),
    permissions: [...key.permissions],
    relayers: key.relayers && [...key.relayers],
    receivers: key.receivers && [...key.receivers],
    expires_at: key.expiresAt === null ? null : formatTimestamp(key.expiresAt),
    last_used_at: key.lastUsedAt === null ? null : formatTimestamp(key.lastUsedAt),
  }
}

/** The root key, which is no record: it comes with the environment. `startedAt`: ms since the epoch. */
export function rootKeyResponse(startedAt: number): ApiKey {
  return {
    id: 'root',
    name: 'default',
    allowed_origins: ['*'],
    created_at: createdAt(startedAt),
    permissions: ['*'],
    relayers: null,
    receivers: null,
    expires_at: null,
    last_used_at: null,
  }
}

/** `2025-02-26 13:24:35.560593123 UTC`, the one form in which keys show their time of creation. */
function createdAt(timeMs: number): string {
  return `${new Date(timeMs).toISOString().replace('T', ' ').slice(0, -1)}000000 UTC`
}
