import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'
import { diagnosisResponse } from '../responses/diagnosisResponse.ts'

/** GET /relayers/{relayer_id}/doctor: explains why a lane does not move and what would repair it. */
export const diagnoseRelayer: Operation = async ({ engine }, request) =>
  ok(diagnosisResponse(unwrap(await engine.diagnose(parameter(request, 'relayerId')))))
