import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'
import { signerResponse } from '../responses/signerResponse.ts'

/** GET /signers/{signer_id} */
export const getSigner: Operation = async ({ engine }, request) =>
  ok(signerResponse(unwrap(await engine.getSigner(parameter(request, 'signerId')))))
