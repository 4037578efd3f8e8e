/** Lets at most so many in at once; who finds it full waits in line for a while. */
export interface Gate {
  /** True: in, and must leave. A promise: waits its turn; false when that took too long or the line is full. */
  enter(): true | Promise<boolean>
  leave(): void
  readonly inside: number
  readonly waiting: number
}

export interface GateOptions {
  readonly limit: number
  readonly patienceMs: number
  /** Longest line; beyond it nobody waits. */
  readonly line: number
}

/** A {@link Gate}; first come, first served. */
export function createGate({ limit, patienceMs, line }: GateOptions): Gate {
  // a Set is a line that anybody may leave in the middle
  const waiting = new Set<(isIn: boolean) => void>()
  let inside = 0
  return {
    enter() {
      if (inside < limit) {
        inside += 1
        return true
      }
      if (waiting.size >= line) return Promise.resolve(false)
      return new Promise(resolve => {
        const settle = (isIn: boolean): void => {
          clearTimeout(timer)
          waiting.delete(settle)
          resolve(isIn)
        }
        const timer = setTimeout(settle, patienceMs, false)
        waiting.add(settle)
      })
    },
    leave() {
      for (const next of waiting) return next(true)
      inside -= 1
    },
    get inside() {
      return inside
    },
    get waiting() {
      return waiting.size
    },
  }
}
