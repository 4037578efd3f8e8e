import { randomBytes } from 'node:crypto'
import { hashKey } from '../http/hashKey.ts'

/** The value of a new API key, shown once, and the hash that is kept of it. */
export interface NewSecret {
  readonly value: string
  readonly hash: string
}

/** 256 random bits; the prefix lets scanners of source code tell what they have found. */
export function newSecret(): NewSecret {
  const value = `rk_${randomBytes(32).toString('base64url')}`
  return { value, hash: hashKey(value) }
}
