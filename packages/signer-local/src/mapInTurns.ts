import { setImmediate } from 'node:timers/promises'

/** How long one turn of the event loop may be held, ms. */
const turnMs = 8

/** `items.map(map)` that lets the event loop run whenever a turn has taken its time. */
export async function mapInTurns<T, U>(items: readonly T[], map: (item: T) => U): Promise<U[]> {
  const results: U[] = []
  let turnEnds = performance.now() + turnMs
  for (const item of items) {
    if (performance.now() >= turnEnds) {
      await setImmediate()
      turnEnds = performance.now() + turnMs
    }
    results.push(map(item))
  }
  return results
}
