import { randomUUID } from 'node:crypto'
import type { Random } from '@relayer/core'

/** UUIDs from the system's generator; `fraction` is for jitter only. */
export const systemRandom: Random = { uuid: () => randomUUID(), fraction: () => Math.random() }
