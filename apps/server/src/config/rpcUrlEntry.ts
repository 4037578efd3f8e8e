import type { RpcUrl } from '@relayer/core'
import * as z from 'zod'
import { checkRpcUrl, type RpcUrlRules } from './checkRpcUrl.ts'
import { misplaced, type Place, within } from './place.ts'

/** An RPC endpoint in the file: a URL, or a URL with a weight from 0 to 100. */
export const rpcUrlEntry = z.union(
  [z.string(), z.strictObject({ url: z.string(), weight: z.int().min(0).max(100).nullish() })],
  { error: 'a URL or {"url": …, "weight": 0–100} expected' },
)

/** The endpoints as records; each passes the rules for RPC hosts. */
export function readRpcUrls(
  entries: readonly z.output<typeof rpcUrlEntry>[],
  rules: RpcUrlRules,
  place: Place,
): readonly RpcUrl[] {
  return entries.map((entry, index) => {
    const { url, weight } = typeof entry === 'string' ? { url: entry, weight: null } : entry
    const refusal = checkRpcUrl(url, rules)
    if (refusal !== null) throw misplaced(within(place, index), refusal)
    return { url, weight: weight ?? 100 }
  })
}
