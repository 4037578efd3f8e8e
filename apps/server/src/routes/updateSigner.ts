import { RelayerError } from '@relayer/core'
import { signerUpdate } from '@relayer/schemas'
import { SIGNER_UPDATE_REFUSED } from '@relayer/schemas/errors'
import type { Operation } from '../http/operation.ts'
import { readShape } from '../http/readShape.ts'

/** PATCH /signers/{signer_id}: always refused, whether there is such a signer or not. */
export const updateSigner: Operation = async (_, request) => {
  readShape(signerUpdate, request.body)
  throw new RelayerError('INVALID_REQUEST', SIGNER_UPDATE_REFUSED)
}
