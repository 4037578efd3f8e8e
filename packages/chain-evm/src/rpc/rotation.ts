interface Weighted {
  readonly weight: number
}

/**
 * Smooth weighted round-robin: out of every `sum of weights` turns an endpoint gets `weight`, spread evenly. Given the
 * endpoints that may be asked now, puts the one whose turn it is in front; the others follow by weight.
 */
export function createRotation<T extends Weighted>(): (open: readonly T[]) => readonly T[] {
  const credit = new Map<T, number>()
  return open => {
    let turn: T | undefined
    let total = 0
    for (const endpoint of open) {
      total += endpoint.weight
      credit.set(endpoint, (credit.get(endpoint) ?? 0) + endpoint.weight)
      if (turn === undefined || creditOf(endpoint) > creditOf(turn)) turn = endpoint
    }
    if (turn === undefined) return []
    credit.set(turn, creditOf(turn) - total)
    // One that was away must not find a pile of turns, nor owe any.
    for (const endpoint of credit.keys()) if (!open.includes(endpoint)) credit.delete(endpoint)
    const others = open.filter(endpoint => endpoint !== turn)
    return [turn, ...others.sort((a, b) => b.weight - a.weight)]
  }

  function creditOf(endpoint: T): number {
    return credit.get(endpoint) ?? 0
  }
}
