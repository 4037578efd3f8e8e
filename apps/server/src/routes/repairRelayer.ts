import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { readDryRun } from '../http/readDryRun.ts'
import { unwrap } from '../http/unwrap.ts'
import { diagnosisResponse } from '../responses/diagnosisResponse.ts'

/** POST /relayers/{relayer_id}/doctor[?dry_run=true]: repairs what can be repaired, or says what would be. */
export const repairRelayer: Operation = async ({ engine }, request) => {
  const dryRun = readDryRun(request)
  const { diagnosis, applied } = unwrap(await engine.repair({ relayerId: parameter(request, 'relayerId'), dryRun }))
  return ok({ dry_run: dryRun, applied, diagnosis: diagnosisResponse(diagnosis) })
}
