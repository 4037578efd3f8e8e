import { CONCURRENCY_LIMITED } from '@relayer/schemas/errors'
import type { Middleware } from 'koa'
import type { Gate } from '../limits/createGate.ts'
import { tooManyRequests } from './tooManyRequests.ts'

/** Bounds the requests in flight; one too many waits a little and is then refused. A request that timed out counts until its work ends. */
export function limitConcurrency(gate: Gate): Middleware {
  return async (_ctx, next) => {
    const entered = gate.enter()
    // most find the gate open, and an await costs a turn
    if (entered !== true && !(await entered)) throw tooManyRequests(CONCURRENCY_LIMITED, 1)
    try {
      await next()
    } finally {
      gate.leave()
    }
  }
}
