import Router from '@koa/router'
import type { Context } from 'koa'
import { createNotification } from '../routes/createNotification.ts'
import { createRelayer } from '../routes/createRelayer.ts'
import { createSigner } from '../routes/createSigner.ts'
import { diagnoseRelayer } from '../routes/diagnoseRelayer.ts'
import { getNotification } from '../routes/getNotification.ts'
import { getRelayer } from '../routes/getRelayer.ts'
import { getSigner } from '../routes/getSigner.ts'
import { getTransaction } from '../routes/getTransaction.ts'
import { listNotifications } from '../routes/listNotifications.ts'
import { listRelayers } from '../routes/listRelayers.ts'
import { listSigners } from '../routes/listSigners.ts'
import { listTransactions } from '../routes/listTransactions.ts'
import { createReadiness } from '../routes/readiness.ts'
import { repairRelayer } from '../routes/repairRelayer.ts'
import { replaceTransaction } from '../routes/replaceTransaction.ts'
import { sendTransaction } from '../routes/sendTransaction.ts'
import { updateNotification } from '../routes/updateNotification.ts'
import type { Operation, OperationContext } from './operation.ts'
import { readJsonBody } from './readJsonBody.ts'
import { writeAnswer } from './writeAnswer.ts'

/** Which operation answers which method and path. */
export function createRouter(context: OperationContext): Router {
  const router = new Router({ sensitive: true })
  const run = (operation: Operation) => async (ctx: Context & { params: Record<string, string> }) => {
    const { method, path, query, params: parameters } = ctx
    const header = (name: string) => ctx.get(name)
    writeAnswer(ctx, await operation(context, { method, path, query, parameters, body: ctx.request.body, header }))
  }
  const json = readJsonBody()
  const health = (ctx: Context) => {
    ctx.type = 'text/plain'
    ctx.body = 'OK'
  }

  router.get('/v1/health', health)
  router.get('/api/v1/health', health)
  router.get('/api/v1/ready', run(createReadiness()))

  router.get('/api/v1/relayers', run(listRelayers))
  router.post('/api/v1/relayers', json, run(createRelayer))
  router.get('/api/v1/relayers/:relayerId', run(getRelayer))
  router.get('/api/v1/relayers/:relayerId/doctor', run(diagnoseRelayer))
  router.post('/api/v1/relayers/:relayerId/doctor', run(repairRelayer))
  router.get('/api/v1/relayers/:relayerId/transactions', run(listTransactions))
  router.post('/api/v1/relayers/:relayerId/transactions', json, run(sendTransaction))
  router.get('/api/v1/relayers/:relayerId/transactions/:transactionId', run(getTransaction))
  router.put('/api/v1/relayers/:relayerId/transactions/:transactionId', json, run(replaceTransaction))

  router.get('/api/v1/signers', run(listSigners))
  router.post('/api/v1/signers', json, run(createSigner))
  router.get('/api/v1/signers/:signerId', run(getSigner))

  router.get('/api/v1/notifications', run(listNotifications))
  router.post('/api/v1/notifications', json, run(createNotification))
  router.get('/api/v1/notifications/:notificationId', run(getNotification))
  router.patch('/api/v1/notifications/:notificationId', readJsonBody({ mayBeEmpty: true }), run(updateNotification))
  return router
}
