/** A `0x` quantity, or null when it is not one. */
export function readQuantity(value: unknown): bigint | null {
  return typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value) ? BigInt(value) : null
}
