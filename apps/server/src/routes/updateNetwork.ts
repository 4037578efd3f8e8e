import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'
import { readNetworkUpdate } from '../requests/readNetworkUpdate.ts'
import { networkResponse } from '../responses/networkResponse.ts'

/** PATCH /networks/{network_id}: the new endpoints replace all that were there. */
export const updateNetwork: Operation = async ({ engine, rpcUrlRules }, request) => {
  const rpcUrls = readNetworkUpdate(request.body, rpcUrlRules)
  const network = unwrap(await engine.updateNetwork({ id: parameter(request, 'networkId'), rpcUrls }))
  return ok(networkResponse(network, request.grant))
}
