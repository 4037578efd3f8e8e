import Router from '@koa/router'
import type { Context } from 'koa'
import { apiKeyIdOf } from './apiKeyIdOf.ts'
import { deadlineOf } from './limitTime.ts'
import type { Operation, OperationContext } from './operation.ts'
import { operations } from './operations.ts'
import { readJsonBody } from './readJsonBody.ts'
import { writeAnswer } from './writeAnswer.ts'

/** The table of operations as a router: body first, then the operation. */
export function createRouter(context: OperationContext): Router {
  const router = new Router({ sensitive: true })
  const readers = { json: readJsonBody(), maybe: readJsonBody({ mayBeEmpty: true }) }
  const run = (operation: Operation) => async (ctx: Context & { params: Record<string, string> }) => {
    const { method, path, query, params: parameters } = ctx
    const answer = await operation(context, {
      method,
      path,
      query,
      parameters,
      body: ctx.request.body,
      header: name => ctx.get(name),
      apiKeyId: apiKeyIdOf(ctx),
      deadline: deadlineOf(ctx),
      whenGone: listener => void ctx.res.once('close', listener),
    })
    writeAnswer(ctx, answer)
  }
  for (const { method, path, body, operation } of operations) {
    router.register(path, [method], [...(body === undefined ? [] : [readers[body]]), run(operation)])
  }
  return router
}
