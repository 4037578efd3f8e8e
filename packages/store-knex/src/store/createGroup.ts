/** Runs calls in groups: while one group is under way, everything that arrives waits and goes as the next. */
export interface Group<I, R> {
  add(call: I): Promise<R>
}

/**
 * Coalesces concurrent calls into one `run`. When `run` throws and `splits` says so, each call is run on its own, so that
 * one bad call never fails another's.
 */
export function createGroup<I, R>(options: {
  readonly run: (calls: readonly I[]) => Promise<readonly R[]>
  readonly splits: (error: unknown) => boolean
  readonly limit: number
}): Group<I, R> {
  interface Waiting {
    readonly call: I
    readonly resolve: (result: R) => void
    readonly reject: (error: unknown) => void
  }
  const queue: Waiting[] = []
  let running = false

  async function runAll(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await options.run(group.map(({ call }) => call))
      for (const [i, { resolve }] of group.entries()) resolve(results[i] as R)
    } catch (error) {
      if (group.length === 1 || !options.splits(error)) for (const { reject } of group) reject(error)
      else await Promise.all(group.map(waiting => runAll([waiting])))
    }
  }

  async function work(): Promise<void> {
    while (queue.length > 0) await runAll(queue.splice(0, options.limit))
    running = false
  }

  return {
    add: call =>
      new Promise((resolve, reject) => {
        queue.push({ call, resolve, reject })
        if (running) return
        running = true
        // After the current turn of the event loop: requests that arrived together are one group.
        setImmediate(() => void work())
      }),
  }
}
