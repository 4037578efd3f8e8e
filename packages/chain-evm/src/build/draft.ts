import type { BuildItem, JsonObject } from '@relayer/core'
import type { Speed } from '@relayer/schemas'
import { ceilingOf, type Price } from '../fees/feeQuote.ts'
import { priceOfAttempt } from '../fees/outbid.ts'
import { wantedPrice } from '../fees/wantedPrice.ts'
import type { GasTarget } from '../gas/estimateGas.ts'
import type { EvmRequest } from '../validate/evmRequest.ts'
import type { EvmPolicies } from '../validate/policies.ts'

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
  /** The least that a node demanded for the slot, wei per gas; null: none did. */
  readonly demanded: bigint | null
  /**
   * Details that are for this package alone, because only the attempt is there when they are needed: `private` (sent to
   * private endpoints only) and `include_revert_data` (a revert on chain is explained by its data), true or absent.
   */
  readonly marks: JsonObject
}

/** How far a no-op may pass `gas_price_cap`, or the dearest attempt that it is to replace. */
const voidCapFactor = 3n

/** Pure. `account` is the lane's; `hasPrivate`: whether there are private endpoints. */
export function draftOf(item: BuildItem, account: string, policies: EvmPolicies, hasPrivate: boolean): Draft {
  const { gasPriceCap } = policies
  const { revision, slot, previous: attempts, demanded } = item
  const marks = marksOf(item, policies, hasPrivate)
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
      demanded,
      marks,
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
    demanded,
    marks,
  }
}

/** What was private once stays so, whatever the policy says by now: a bump tells what the first attempt hid. */
function marksOf({ revision, previous }: BuildItem, policies: EvmPolicies, hasPrivate: boolean): JsonObject {
  const wished = policies.privateTransactions || previous.some(({ details }) => details['private'] === true)
  // A no-op has nothing to hide, and must get out.
  const isPrivate = wished && (hasPrivate || revision !== null)
  return {
    ...(isPrivate && { private: true }),
    ...(policies.includeRevertData && revision !== null && { include_revert_data: true }),
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
