import { CONCURRENCY_LIMITED } from '@relayer/schemas/errors'
import type { Context, Middleware } from 'koa'
import type { Gate } from '../limits/createGate.ts'
import { tooManyRequests } from './tooManyRequests.ts'

/**
 * Bounds the requests in flight; one too many waits a little and is then refused. A request that timed out counts until its
 * work ends, one that only waits for something to happen until it says so ({@link standAside}).
 */
export function limitConcurrency(gate: Gate): Middleware {
  return async (ctx, next) => {
    const entered = gate.enter()
    // most find the gate open, and an await costs a turn
    if (entered !== true && !(await entered)) throw tooManyRequests(CONCURRENCY_LIMITED, 1)
    let isIn = true
    const leave = () => {
      if (isIn) gate.leave()
      isIn = false
    }
    ctx.state['leaveGate'] = leave
    try {
      await next()
    } finally {
      leave()
    }
  }
}

/** Gives a request's place to the next one: from now on it waits, and costs next to nothing. */
export function standAside(ctx: Context): void {
  const { leaveGate } = ctx.state as { readonly leaveGate?: () => void }
  leaveGate?.()
}
