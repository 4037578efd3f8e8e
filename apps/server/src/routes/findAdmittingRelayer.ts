import type { Engine, RelayerRecord } from '@relayer/core'
import type { OperationRequest } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'
import { findActiveRelayer } from './findActiveRelayer.ts'

/**
 * The relayer of a request that is to be admitted. With an `Idempotency-Key` it may be one that takes no transactions by
 * now: the request may be a repetition, whose first answer stands. Core refuses it if it is not.
 */
export async function findAdmittingRelayer(engine: Engine, request: OperationRequest): Promise<RelayerRecord> {
  const id = parameter(request, 'relayerId')
  return request.hasHeader('idempotency-key') ? unwrap(await engine.getRelayer(id)) : findActiveRelayer(engine, id)
}
