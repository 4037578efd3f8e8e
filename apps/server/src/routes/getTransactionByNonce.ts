import { RelayerError } from '@relayer/core'
import { invalidNonce } from '@relayer/schemas/errors'
import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'

const maxNonce = 2n ** 64n - 1n

/** GET /relayers/{relayer_id}/transactions/by-nonce/{nonce}. What is no nonce is told before an unknown relayer. */
export const getTransactionByNonce: Operation = async ({ engine }, request) => {
  const text = parameter(request, 'nonce')
  const nonce = /^\+?\d{1,20}$/.test(text) ? BigInt(text.replace('+', '')) : null
  if (nonce === null || nonce > maxNonce) throw new RelayerError('NOT_FOUND', invalidNonce(text))
  return ok(unwrap(await engine.getTransactionByNonce({ relayerId: parameter(request, 'relayerId'), nonce })))
}
