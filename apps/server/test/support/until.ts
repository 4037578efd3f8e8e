import { setTimeout } from 'node:timers/promises'

/** Asks again until the answer is not undefined. The deadline is only there to end a test that would never end. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  deadlineMs = 120_000,
): Promise<T> {
  const end = Date.now() + deadlineMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`)
    await setTimeout(50)
  }
}
