import type { BuildItem } from '@relayer/core'
import type { Speed } from '@relayer/schemas'
import { ceilingOf, type Price } from '../fees/feeQuote.ts'
import { priceOfAttempt } from '../fees/outbid.ts'
import { wantedPrice } from '../fees/wantedPrice.ts'
import type { GasTarget } from '../gas/estimateGas.ts'
import type { EvmRequest } from '../validate/evmRequest.ts'

/** What an item asks for, before the market and the node have been asked. */
export interface Draft {
  readonly item: BuildItem
  readonly target: GasTarget
  /** Given by the client, or used by an earlier attempt of the same revision; null: to be estimated. */
  readonly gasLimit: bigint | null
  readonly wanted: Price | Speed
  /** Prices of the earlier attempts under the slot. */
  readonly previous: readonly Price[]
  /** wei per gas; null: no limit. */
  readonly cap: bigint | null
}

/** How far a no-op may pass `gas_price_cap`, or the dearest attempt that it is to replace. */
const voidCapFactor = 3n

/** Pure. `account` is the lane's. */
export function draftOf(item: BuildItem, account: string, gasPriceCap: bigint | null): Draft {
  const { revision, slot, previous: attempts } = item
  const from = slot?.account || item.sequenceAccount || account
  const previous = attempts.map(priceOfAttempt)
  if (revision === null) {
    return {
      item,
      target: { from, to: from, value: 0n, data: '0x' },
      gasLimit: null,
      wanted: 'fast',
      previous,
      cap: gasPriceCap === null ? null : voidCap(item, gasPriceCap),
    }
  }
  const request = revision.request as EvmRequest
  const same = attempts.findLast(attempt => attempt.revision === revision.number)?.details['gas_limit']
  return {
    item,
    target: {
      from,
      to: request.to,
      value: BigInt(request.value),
      data: `0x${(request.data ?? '').replace(/^0x/i, '')}`,
    },
    gasLimit: toBigint(request.gas_limit) ?? toBigint(same),
    wanted: wantedPrice(request),
    previous,
    cap: gasPriceCap,
  }
}

/** Freeing a nonce may cost more than the policy allows for a transaction: what is stuck holds up all that follow. */
function voidCap({ previous }: BuildItem, gasPriceCap: bigint): bigint {
  let most = gasPriceCap
  for (const attempt of previous) {
    if (attempt.revision === null) continue
    const ceiling = ceilingOf(priceOfAttempt(attempt))
    if (ceiling > most) most = ceiling
  }
  return voidCapFactor * most
}

function toBigint(value: unknown): bigint | null {
  return typeof value === 'string' || typeof value === 'number' ? BigInt(value) : null
}
