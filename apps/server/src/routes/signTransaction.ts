import { signTransactionRequest } from '@relayer/schemas'
import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { readShape } from '../http/readShape.ts'
import { unwrap } from '../http/unwrap.ts'

/** POST /relayers/{relayer_id}/sign-transaction: the shape is checked first, then whether it fits the relayer's family. */
export const signTransaction: Operation = async ({ engine }, request) => {
  const parsed = readShape(signTransactionRequest, request.body)
  const relayerId = parameter(request, 'relayerId')
  return ok(unwrap(await engine.signTransaction({ relayerId, request: parsed })))
}
