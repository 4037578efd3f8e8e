import type { AttemptRecord } from '@relayer/core'
import { ceilingOf, type Price, tipOf } from './feeQuote.ts'

/** The least price that takes another's place in a pool (wei per gas): 10 % more, rounded up, and at least 1 wei. */
export function bump(price: bigint): bigint {
  const tenth = (price * 11n + 9n) / 10n
  return tenth > price + 1n ? tenth : price + 1n
}

/** What a new attempt must pay at least to take the place of every earlier one; null: there is none. */
export interface Floor {
  /** wei per gas */
  readonly ceiling: bigint
  /** wei per gas */
  readonly tip: bigint
}

/** Nodes compare fee and tip separately, and take a legacy gas price as both. */
export function floorOver(previous: readonly Price[]): Floor | null {
  if (previous.length === 0) return null
  return {
    ceiling: bump(previous.reduce((most, price) => (ceilingOf(price) > most ? ceilingOf(price) : most), 0n)),
    tip: bump(previous.reduce((most, price) => (tipOf(price) > most ? tipOf(price) : most), 0n)),
  }
}

/** The price of an attempt of this package, read back from its details. */
export function priceOfAttempt({ details }: Pick<AttemptRecord, 'details'>): Price {
  const wei = (name: string) => BigInt(String(details[name] ?? 0))
  if (details['gas_price'] != null) return { family: 'legacy', gasPrice: wei('gas_price') }
  return {
    family: 'eip1559',
    maxFeePerGas: wei('max_fee_per_gas'),
    maxPriorityFeePerGas: wei('max_priority_fee_per_gas'),
  }
}
