import { type Engine, RelayerError, type RelayerRecord } from '@relayer/core'
import { RELAYER_DISABLED, RELAYER_PAUSED } from '@relayer/schemas/errors'
import { unwrap } from '../http/unwrap.ts'

/** The relayer, if it takes transactions: 404 comes before 403, and both before anything about the body. */
export async function findActiveRelayer(engine: Engine, id: string): Promise<RelayerRecord> {
  const relayer = unwrap(await engine.getRelayer(id))
  if (relayer.paused) throw new RelayerError('RELAYER_PAUSED', RELAYER_PAUSED)
  if (relayer.systemDisabled) throw new RelayerError('RELAYER_DISABLED', RELAYER_DISABLED)
  return relayer
}
