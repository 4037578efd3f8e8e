import { describeRelayer, isCure, RelayerError } from '@relayer/core'
import { RELAYER_IS_DISABLED } from '@relayer/schemas/errors'
import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'
import { checkRelayerUpdate, readRelayerUpdate } from '../requests/readRelayerUpdate.ts'

/** PATCH /relayers/{relayer_id}: a JSON merge patch. Refusals come in the contract's order (http.md 10.6). */
export const updateRelayer: Operation = async ({ engine, rpcUrlRules }, request) => {
  const relayer = unwrap(await engine.getRelayer(parameter(request, 'relayerId')))
  const update = readRelayerUpdate(relayer, request.body)
  const { name, paused, policies, custom_rpc_urls: customRpcUrls, notification_id: notificationId } = update
  const changes = { name: name ?? undefined, paused: paused ?? undefined, policies, customRpcUrls, notificationId }
  if (relayer.systemDisabled && !isCure(changes)) {
    throw new RelayerError('INVALID_STATE', RELAYER_IS_DISABLED)
  }
  if (notificationId != null) unwrap(await engine.getNotification(notificationId))
  const input = checkRelayerUpdate(relayer, update, rpcUrlRules)
  return ok(describeRelayer(unwrap(await engine.updateRelayer(input))))
}
