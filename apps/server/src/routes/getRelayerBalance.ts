import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'

/** GET /relayers/{relayer_id}/balance: a bare integer, however large */
export const getRelayerBalance: Operation = async ({ engine }, request) => {
  const { balance, unit } = unwrap(await engine.getRelayerBalance(parameter(request, 'relayerId')))
  return ok({ balance, unit })
}
