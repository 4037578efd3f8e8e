import { signTypedDataRequest } from '@relayer/schemas'
import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { readShape } from '../http/readShape.ts'
import { unwrap } from '../http/unwrap.ts'

/** POST /relayers/{relayer_id}/sign-typed-data: the two hashes of EIP-712; what they must be is told after 404 and 403. */
export const signTypedData: Operation = async ({ engine }, request) => {
  const hashes = readShape(signTypedDataRequest, request.body)
  const { domain_separator: domainSeparator, hash_struct_message: hashStruct } = hashes
  const relayerId = parameter(request, 'relayerId')
  return ok(unwrap(await engine.signTypedData({ relayerId, domainSeparator, hashStruct })))
}
