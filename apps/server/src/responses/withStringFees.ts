import type { WireRecord } from '@relayer/core'

const fees = ['gas_price', 'max_fee_per_gas', 'max_priority_fee_per_gas']

/** `WIRE_FEES=string`: the fee fields as decimal strings, as the other service sends them. */
export function withStringFees(record: WireRecord): WireRecord {
  const strings = fees
    .filter(name => typeof record[name] === 'bigint' || typeof record[name] === 'number')
    .map(name => [name, String(record[name])])
  return strings.length === 0 ? record : { ...record, ...Object.fromEntries(strings) }
}
