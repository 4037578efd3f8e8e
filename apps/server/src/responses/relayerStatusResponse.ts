import type { RelayerStatus } from '@relayer/core'
import { formatTimestamp } from '@relayer/schemas'

/** How a relayer is doing: amounts and sequences are decimal strings, flat and by family (http.md 10.8). */
export function relayerStatusResponse(status: RelayerStatus) {
  const { networkType, balance, lastConfirmedAt, nextSequence, chainSequence } = status
  return {
    network_type: networkType,
    balance: balance.toString(),
    pending_transactions_count: status.pendingTransactions,
    last_confirmed_transaction_timestamp: lastConfirmedAt === null ? null : formatTimestamp(lastConfirmedAt),
    system_disabled: status.systemDisabled,
    paused: status.paused,
    ...(networkType === 'evm' && { nonce: nextSequence ?? '0' }),
    ...(networkType === 'stellar' && { sequence_number: chainSequence ?? '0' }),
  }
}
