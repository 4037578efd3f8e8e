import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'
import { networkResponse } from '../responses/networkResponse.ts'

/** GET /networks/{network_id} */
export const getNetwork: Operation = async ({ engine }, request) =>
  ok(networkResponse(unwrap(await engine.getNetwork(parameter(request, 'networkId'))), request.grant))
