import type { Engine } from '@relayer/core'
import { formatTimestamp, type Readiness } from '@relayer/schemas'
import type { Operation } from '../http/operation.ts'
import { inspectProcess } from './inspectProcess.ts'

const cachedMs = 10_000

const latest = new WeakMap<Engine, { readonly at: number; readonly readiness: Promise<Readiness> }>()

/** GET /ready: 200 or 503 with the state of the parts, not in the envelope. Asked anew at most every ten seconds. */
export const readiness: Operation = async ({ engine }) => {
  const now = performance.now()
  const known = latest.get(engine)
  const fresh = known !== undefined && now - known.at < cachedMs ? known : { at: now, readiness: inspect(engine) }
  latest.set(engine, fresh)
  const body = await fresh.readiness
  return { status: body.ready ? 200 : 503, body }
}

async function inspect(engine: Engine): Promise<Readiness> {
  const store = await engine.ready().catch(() => ({ ready: false as const, reason: 'the check failed' }))
  const system = await inspectProcess()
  const storage = store.ready ? {} : { error: store.reason }
  const storageStatus = store.ready ? 'healthy' : 'unhealthy'
  const pool = { connected: store.ready, available: 0, max_size: 0, ...storage }
  const statuses = [system.status, storageStatus]
  const status = (['unhealthy', 'degraded'] as const).find(worst => statuses.includes(worst)) ?? 'healthy'
  const reasons = [system.error, store.ready ? undefined : store.reason].filter(text => text !== undefined)
  return {
    ready: status !== 'unhealthy',
    status,
    ...(status === 'unhealthy' && { reason: reasons.join('; ') }),
    components: {
      system,
      storage: { status: storageStatus, ...storage },
      // dashboards of the other service look for the store under this name
      redis: { status: storageStatus, primary_pool: pool, reader_pool: pool, ...storage },
      queue: { status: 'healthy' },
    },
    timestamp: formatTimestamp(Date.now()),
  }
}
