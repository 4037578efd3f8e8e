import Router from '@koa/router'
import { createApiDocs } from '../openapi/createApiDocs.ts'
import { grantOf } from './authenticate.ts'
import { authorise } from './authorise.ts'
import { createEndpoint, enterEndpoint } from './countRequests.ts'
import { noteTransaction } from './logRequest.ts'
import type { OperationContext } from './operation.ts'
import { type OperationEntry, operations } from './operations.ts'
import { readJsonBody } from './readJsonBody.ts'
import { refuseDryRun } from './refuseDryRun.ts'
import { type Routed, runOperation } from './runOperation.ts'

/** The table of operations as a router: permission first, then the body, then the operation. */
export function createRouter(served: Omit<OperationContext, 'apiDocs'>): Router {
  const context = { ...served, apiDocs: createApiDocs(operations) }
  const router = new Router({ sensitive: true })
  const readers = { json: readJsonBody(), maybe: readJsonBody({ mayBeEmpty: true }) }
  const check = (entry: OperationEntry) => {
    const endpoint = createEndpoint(entry.path)
    return (ctx: Routed, next: () => Promise<unknown>) => {
      enterEndpoint(ctx, endpoint)
      ctx.state['permission'] = entry.permission
      noteTransaction(ctx, ctx.params['transactionId'])
      authorise(entry, grantOf(ctx), ctx.params['relayerId'])
      refuseDryRun(entry, ctx)
      return next()
    }
  }
  for (const entry of operations) {
    const reader = entry.body === undefined ? [] : [readers[entry.body]]
    router.register(entry.path, [entry.method], [check(entry), ...reader, runOperation(context, entry.operation)])
  }
  return router
}
