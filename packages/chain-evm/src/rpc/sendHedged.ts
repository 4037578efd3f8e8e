import type { RpcAnswer, RpcCall } from './jsonRpc.ts'

/**
 * What an answer to a call is worth. `acknowledged`: done. `definite`: the node has made up its mind, nobody else need be
 * asked. The others leave the call open: `unclear` an error that nobody understands, `lost` maybe taken, `untaken` surely not.
 */
export const ranks = { untaken: 0, lost: 1, unclear: 2, definite: 3, acknowledged: 4 } as const

/** The rank of an answer to the call with this index. */
export type RankOf = (answer: RpcAnswer, index: number) => (typeof ranks)[keyof typeof ranks]

/** What is sent where. */
export interface HedgedSend<T extends { readonly label: string }> {
  readonly calls: readonly RpcCall[]
  /** Who is told, in this order. */
  readonly order: readonly T[]
  readonly sendTo: (endpoint: T, calls: readonly RpcCall[]) => Promise<readonly RpcAnswer[]>
  readonly rankOf: RankOf
  /** Told of an endpoint whose silence made the next one be told. */
  readonly silent: (endpoint: T) => void
  /** Runs `act` after the longest silence that is waited for; the returned function prevents that. */
  readonly hedge: (act: () => void) => () => void
  /** The answer where nobody could be told. */
  readonly nobodyThere: RpcAnswer
}

/** The best answer to a call so far. */
export interface SentAnswer {
  readonly endpoint: string
  readonly answer: RpcAnswer
}

/**
 * Tells the first endpoint; the next ones the calls that are still open after its answer; and a second one everything when
 * the first is silent. The best answer to each call counts, so no refusal hides that another endpoint has taken the call:
 * unless every call is acknowledged, whoever was told is waited for.
 */
export function sendHedged<T extends { readonly label: string }>(send: HedgedSend<T>): Promise<readonly SentAnswer[]> {
  const { calls, order, sendTo, rankOf, silent, hedge, nobodyThere } = send
  const sent: SentAnswer[] = calls.map(() => ({ endpoint: '', answer: nobodyThere }))
  const reached: number[] = calls.map(() => ranks.untaken)
  const below = (rank: number) => [...reached.keys()].filter(index => (reached[index] ?? 0) < rank)
  let next = 0
  let running = 0
  let hedged = false

  function take(endpoint: string, index: number, answer: RpcAnswer): void {
    const rank = rankOf(answer, index)
    const old = reached[index] ?? 0
    // Among answers that settle nothing the last one is the news; a decision gives way to a better one only.
    if (rank < old || (rank === old && old >= ranks.definite)) return
    reached[index] = rank
    sent[index] = { endpoint, answer }
  }

  return new Promise(resolve => {
    const launch = (indices: readonly number[]): void => {
      const endpoint = order[next++]
      if (endpoint === undefined || indices.length === 0) {
        if (running === 0) resolve([...sent])
        return
      }
      running += 1
      const stopHedge =
        hedged || next >= order.length
          ? () => {}
          : hedge(() => {
              hedged = true
              silent(endpoint)
              launch(below(ranks.acknowledged))
            })
      const batch = indices.map(index => calls[index] as RpcCall)
      void sendTo(endpoint, batch).then(answers => {
        stopHedge()
        running -= 1
        for (const [position, index] of indices.entries()) {
          take(endpoint.label, index, answers[position] ?? nobodyThere)
        }
        if (below(ranks.acknowledged).length === 0) return resolve([...sent])
        // Whoever else was told has these calls too.
        return running === 0 ? launch(below(ranks.definite)) : undefined
      })
    }
    launch(below(ranks.acknowledged))
  })
}
