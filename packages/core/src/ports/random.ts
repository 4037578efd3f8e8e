/** Randomness, injected so that a simulation can be repeated. */
export interface Random {
  /** UUID v4. */
  uuid(): string
  /** 0 ≤ x < 1, for jitter only. */
  fraction(): number
}
