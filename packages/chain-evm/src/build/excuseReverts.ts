import type { BuildInput } from '@relayer/core'
import { readAccounts } from '../accounts/readAccounts.ts'
import type { EvmContext } from '../context.ts'
import type { Draft } from './draft.ts'
import { notYet } from './notYet.ts'
import type { Ready, Unbuilt } from './planned.ts'

/** How long a transaction may wait for its predecessors, in blocks and at least in ms. */
const patienceBlocks = 10
const minPatienceMs = 60_000

/**
 * An estimate sees the latest block, without what this account has on its way: a `transferFrom` right behind its `approve`
 * reverts there. So a young transaction is not rejected while predecessors are unmined; it waits and is estimated again.
 * Asks one nonce per account, and only if something reverted.
 */
export async function excuseReverts(
  context: EvmContext,
  { head, nextSequences }: BuildInput,
  drafts: readonly Draft[],
  results: readonly (Ready | Unbuilt)[],
): Promise<readonly (Ready | Unbuilt)[]> {
  const patienceMs = Math.max(minPatienceMs, patienceBlocks * context.blockTimeMs)
  const isYoung = ({ item }: Draft) => context.now() - (item.revision?.createdAt ?? 0) < patienceMs
  const mayBeExcused = (draft: Draft, index: number) =>
    results[index]?.kind === 'rejected' && draft.gasLimit === null && isYoung(draft)
  const accounts = [...new Set(drafts.filter(mayBeExcused).map(({ target }) => target.from))]
  if (accounts.length === 0) return results

  const reading = await readAccounts(context, head, accounts, { balance: false })
  const counts = new Map(
    accounts.map((account, index) => [account, reading.ok ? reading.value[index]?.sequence : null]),
  )
  const ahead = new Set<string>()
  return results.map((result, index) => {
    const draft = drafts[index] as Draft
    const { from } = draft.target
    if (result.kind === 'ready' && draft.item.slot === null) ahead.add(from)
    if (!mayBeExcused(draft, index)) return result
    const own = draft.item.slot?.sequence ?? nextSequences.get(from)
    const count = counts.get(from)
    const hasPredecessors = ahead.has(from) || count == null || own === undefined || count < own
    if (!hasPredecessors) return result
    return notYet(context, 'waiting for the account', result.kind === 'rejected' ? result.reason : null)
  })
}
