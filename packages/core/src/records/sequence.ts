/**
 * The chain's order number of an attempt, opaque to core: an EVM nonce, a Stellar sequence number, a Solana durable nonce.
 * The chain adapter makes and reads them. Contract: lexicographic order is lane order, so integers are zero-padded to
 * {@link SEQUENCE_DIGITS} decimal digits (see {@link sequenceFromBigint}).
 */
export type Sequence = string

/** Digits of a padded integer sequence; 2^64 − 1 has 20. */
export const SEQUENCE_DIGITS = 20

/** The {@link Sequence} of an integer, 0 … 2^64 − 1. Throws a RangeError outside it: that is a bug of the adapter. */
export function sequenceFromBigint(value: bigint): Sequence {
  if (value < 0n || value > 0xffff_ffff_ffff_ffffn) throw new RangeError(`sequence out of range: ${value}`)
  return value.toString().padStart(SEQUENCE_DIGITS, '0')
}

/** The integer of a padded {@link Sequence}. */
export function sequenceToBigint(sequence: Sequence): bigint {
  return BigInt(sequence)
}

/** How a person reads a {@link Sequence}: integers without the padding, anything else as it is. */
export function sequenceText(sequence: Sequence): string {
  return /^[0-9]{20}$/.test(sequence) ? sequenceToBigint(sequence).toString() : sequence
}
