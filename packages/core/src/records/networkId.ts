import type { RelayerRecord } from './resources.ts'

/** The id of a relayer's network record. */
export function networkId(relayer: Pick<RelayerRecord, 'network' | 'networkType'>): string {
  return `${relayer.networkType}:${relayer.network}`.toLowerCase()
}
