/** What HTTP, parsing and the schema cost alone: one Koa route that keeps nothing. Run as a process of its own. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Router from '@koa/router'
import { evmTransactionRequest } from '@relayer/schemas'
import Koa from 'koa'
import { readJsonBody } from '../../src/http/readJsonBody.ts'

const app = new Koa()
const router = new Router()
router.post('/transactions', readJsonBody(), ctx => {
  const result = evmTransactionRequest.safeParse(ctx.request.body)
  ctx.status = result.success ? 200 : 400
  ctx.body = '{"success":true,"data":null,"error":null}'
})
app.use(router.routes())
const server = createServer({ keepAliveTimeout: 55_000 }, app.callback())
server.listen(0, '127.0.0.1', () => console.log(`listening on ${(server.address() as AddressInfo).port}`))
process.once('SIGTERM', () => process.exit(0))
