import Router from '@koa/router'
import type { Context } from 'koa'
import { createApiDocs } from '../openapi/createApiDocs.ts'
import type { Operation, OperationContext } from './operation.ts'
import { operations } from './operations.ts'
import { readJsonBody } from './readJsonBody.ts'
import { writeAnswer } from './writeAnswer.ts'

/** The table of operations as a router: body first, then the operation. */
export function createRouter(served: Omit<OperationContext, 'apiDocs'>): Router {
  const context = { ...served, apiDocs: createApiDocs(operations) }
  const router = new Router({ sensitive: true })
  const readers = { json: readJsonBody(), maybe: readJsonBody({ mayBeEmpty: true }) }
  const run = (operation: Operation) => async (ctx: Context & { params: Record<string, string> }) => {
    const { method, path, query, params: parameters } = ctx
    const header = (name: string) => ctx.get(name)
    writeAnswer(ctx, await operation(context, { method, path, query, parameters, body: ctx.request.body, header }))
  }
  for (const { method, path, body, operation } of operations) {
    router.register(path, [method], [...(body === undefined ? [] : [readers[body]]), run(operation)])
  }
  return router
}
