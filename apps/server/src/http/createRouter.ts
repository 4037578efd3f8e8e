import Router from '@koa/router'
import { type Grant, rootGrant } from '@relayer/core'
import type { Context } from 'koa'
import { grantOf } from './authenticate.ts'
import { authorise } from './authorise.ts'
import type { OperationContext } from './operation.ts'
import { type OperationEntry, operations } from './operations.ts'
import { readJsonBody } from './readJsonBody.ts'
import { writeAnswer } from './writeAnswer.ts'

type Routed = Context & { params: Record<string, string> }

const nobody: Grant = { ...rootGrant, keyId: '', root: false, permissions: [], relayers: [], receivers: [] }

/** The table of operations as a router: permission first, then the body, then the operation. */
export function createRouter(context: OperationContext): Router {
  const router = new Router({ sensitive: true })
  const readers = { json: readJsonBody(), maybe: readJsonBody({ mayBeEmpty: true }) }
  const check = (entry: OperationEntry) => (ctx: Routed, next: () => Promise<unknown>) => {
    authorise(entry, grantOf(ctx), ctx.params['relayerId'])
    return next()
  }
  const run = (entry: OperationEntry) => async (ctx: Routed) => {
    const { method, path, query, params: parameters } = ctx
    const header = (name: string) => ctx.get(name)
    const grant = grantOf(ctx) ?? nobody
    const request = { method, path, query, parameters, body: ctx.request.body, header, grant }
    writeAnswer(ctx, await entry.operation(context, request))
  }
  for (const entry of operations) {
    const reader = entry.body === undefined ? [] : [readers[entry.body]]
    router.register(entry.path, [entry.method], [check(entry), ...reader, run(entry)])
  }
  return router
}
