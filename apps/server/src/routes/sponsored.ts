import { RelayerError } from '@relayer/core'
import { sponsoredBuildRequest, sponsoredQuoteRequest } from '@relayer/schemas'
import { GAS_ABSTRACTION_EVM } from '@relayer/schemas/errors'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { readShape } from '../http/readShape.ts'
import { findActiveRelayer } from './findActiveRelayer.ts'

/** POST /relayers/{relayer_id}/transactions/sponsored/quote */
export const quoteSponsored: Operation = async (context, request) => {
  readShape(sponsoredQuoteRequest, request.body)
  return refuse(context, request)
}

/** POST /relayers/{relayer_id}/transactions/sponsored/build */
export const buildSponsored: Operation = async (context, request) => {
  readShape(sponsoredBuildRequest, request.body)
  return refuse(context, request)
}

/** EVM never has it; for the other families it is not built. */
const refuse: Operation = async ({ engine }, request) => {
  const { networkType } = await findActiveRelayer(engine, parameter(request, 'relayerId'))
  const reason = networkType === 'evm' ? GAS_ABSTRACTION_EVM : 'Sponsored transactions are not built yet'
  throw new RelayerError('UNSUPPORTED', reason)
}
