import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'
import { relayerStatusResponse } from '../responses/relayerStatusResponse.ts'

/** GET /relayers/{relayer_id}/status, of paused and disabled ones too */
export const getRelayerStatus: Operation = async ({ engine }, request) =>
  ok(relayerStatusResponse(unwrap(await engine.getRelayerStatus(parameter(request, 'relayerId')))))
