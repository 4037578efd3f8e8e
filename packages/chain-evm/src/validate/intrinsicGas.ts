/**
 * Gas that a transaction takes before it runs (EIP-2028): 21,000, or 53,000 for a creation, 4 per zero byte of data and
 * 16 per other byte. Data that is not hex counts nothing.
 */
export function intrinsicGas(to: string | null, data: string | null): bigint {
  let gas = to === null ? 53_000n : 21_000n
  const digits = (data ?? '').replace(/^0x/i, '')
  if (digits.length % 2 !== 0 || /[^\da-f]/i.test(digits)) return gas
  let zeros = 0
  for (let index = 0; index < digits.length; index += 2) {
    if (digits[index] === '0' && digits[index + 1] === '0') zeros += 1
  }
  gas += 4n * BigInt(zeros) + 16n * BigInt(digits.length / 2 - zeros)
  return gas
}
