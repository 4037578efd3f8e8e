/**
 * Gas that a transaction takes before it runs (EIP-2028): 21,000, or 53,000 for a creation, 4 per zero byte of data and
 * 16 per other byte. Data that is not hex counts nothing.
 */
export function intrinsicGas(to: string | null, data: string | null): bigint {
  const { zeros, others } = countBytes(data)
  return (to === null ? 53_000n : 21_000n) + 4n * zeros + 16n * others
}

/**
 * Gas that a transaction pays at least, whatever it does (EIP-7623): 10 per zero byte of data and 40 per other byte on top of
 * 21,000. A lower limit is refused by nodes of networks that have it, even where the intrinsic gas is covered.
 */
export function floorGas(to: string | null, data: string | null): bigint {
  const { zeros, others } = countBytes(data)
  // The creation's 32,000 is no part of the floor.
  const base = 21_000n + 10n * zeros + 40n * others
  const intrinsic = intrinsicGas(to, data)
  return base > intrinsic ? base : intrinsic
}

function countBytes(data: string | null): { readonly zeros: bigint; readonly others: bigint } {
  const digits = (data ?? '').replace(/^0x/i, '')
  if (digits.length % 2 !== 0 || /[^\da-f]/i.test(digits)) return { zeros: 0n, others: 0n }
  let zeros = 0
  for (let index = 0; index < digits.length; index += 2) {
    if (digits[index] === '0' && digits[index + 1] === '0') zeros += 1
  }
  return { zeros: BigInt(zeros), others: BigInt(digits.length / 2 - zeros) }
}
