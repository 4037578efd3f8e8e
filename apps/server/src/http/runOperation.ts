import { type Grant, rootGrant } from '@relayer/core'
import type { Context } from 'koa'
import { grantOf } from './authenticate.ts'
import { standAside } from './limitConcurrency.ts'
import { deadlineOf } from './limitTime.ts'
import { noteTransaction } from './logRequest.ts'
import type { Operation, OperationContext } from './operation.ts'
import { writeAnswer } from './writeAnswer.ts'

/** A request that has been routed. */
export type Routed = Context & { params: Record<string, string> }

const nobody: Grant = { ...rootGrant, keyId: '', root: false, permissions: [], relayers: [], receivers: [] }

/** The last step of a route: takes the request apart, and writes what the operation answers. */
export function runOperation(context: OperationContext, operation: Operation): (ctx: Routed) => Promise<void> {
  return async ctx => {
    const { method, path, query, params: parameters } = ctx
    const answer = await operation(context, {
      method,
      path,
      query,
      parameters,
      body: ctx.request.body,
      header: name => ctx.get(name),
      hasHeader: name => ctx.req.headers[name] !== undefined,
      grant: grantOf(ctx) ?? nobody,
      deadline: deadlineOf(ctx),
      whenGone: listener => void ctx.res.once('close', listener),
      standAside: () => standAside(ctx),
      noteTransaction: id => noteTransaction(ctx, id),
    })
    writeAnswer(ctx, answer)
  }
}
