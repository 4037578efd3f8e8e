/** A `0x` quantity for JSON-RPC. */
export function toHex(value: number | bigint): `0x${string}` {
  return `0x${value.toString(16)}`
}
