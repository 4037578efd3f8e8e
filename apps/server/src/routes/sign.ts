import { signRequest } from '@relayer/schemas'
import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { readShape } from '../http/readShape.ts'
import { unwrap } from '../http/unwrap.ts'

/** POST /relayers/{relayer_id}/sign: text as a personal message (EIP-191). */
export const sign: Operation = async ({ engine }, request) => {
  const { message } = readShape(signRequest, request.body)
  return ok(unwrap(await engine.signMessage({ relayerId: parameter(request, 'relayerId'), message })))
}
