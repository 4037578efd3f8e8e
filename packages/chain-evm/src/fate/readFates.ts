import type { AttemptRecord, Fate, Head, Landing, Reading } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import type { HeadFacts } from '../heads/headCache.ts'
import { finalityBlocks } from '../traits.ts'
import { readCanonical } from './readCanonical.ts'
import { readReceipts } from './readReceipts.ts'
import { readRevertReasons } from './readRevertReasons.ts'
import type { Receipt } from './receipt.ts'

/**
 * What became of attempts, at a head. A known landing costs one canonical block hash per block, and nothing while heads
 * follow one another; an attempt without one costs a receipt. A receipt counts only if its block is canonical and not
 * above the head. `dead` and `pending` never occur: a nonce may be used at any time, and a pool proves nothing.
 */
export async function readFates(
  context: EvmContext,
  head: Head,
  attempts: readonly AttemptRecord[],
): Promise<Reading<readonly Fate[]>> {
  const facts = context.heads.of(head)
  const landings = attempts.flatMap(({ landing }) => landing ?? [])
  const known = await readCanonical(context, facts, {
    heights: landings.map(({ blockHeight }) => blockHeight),
    finalized: landings.some(({ blockHeight }) => isDeep(context, head, blockHeight)),
  })
  if (!known.ok) return known

  const open = attempts.filter(attempt => attempt.landing === null || isOrphaned(facts, attempt.landing))
  const asked = await readReceipts(
    context,
    facts,
    open.map(({ id }) => id),
  )
  if (!asked.ok) return asked

  const found = open.flatMap(({ id }) => facts.receipts.get(id) ?? [])
  const checked = await readCanonical(context, facts, {
    heights: found.map(({ blockHeight }) => blockHeight),
    finalized: found.some(({ blockHeight }) => isDeep(context, head, blockHeight)),
  })
  if (!checked.ok) return checked
  const reverted = open.filter(({ id }) => landedReceipt(facts, id)?.success === false)
  const reasons = await readRevertReasons(context, facts, reverted)
  return { ok: true, value: attempts.map(attempt => fateOf(context, facts, attempt, reasons)) }
}

function fateOf(
  context: EvmContext,
  facts: HeadFacts,
  { id, landing }: AttemptRecord,
  reasons: ReadonlyMap<string, string>,
): Fate {
  if (landing !== null && !isOrphaned(facts, landing)) {
    const finality = finalityAt(context, facts, landing.blockHeight)
    return { kind: 'landed', landing: { ...landing, finality: later(landing.finality, finality) } }
  }
  const receipt = landedReceipt(facts, id)
  if (receipt === null) return { kind: 'unknown' }
  const finality = finalityAt(context, facts, receipt.blockHeight)
  return { kind: 'landed', landing: landingOf(receipt, finality, reasons.get(id) ?? null) }
}

/** The receipt that counts: of a block that is canonical and not above the head. */
function landedReceipt({ receipts, canonical }: HeadFacts, id: string): Receipt | null {
  const receipt = receipts.get(id)
  return receipt && canonical.get(receipt.blockHeight) === receipt.blockHash ? receipt : null
}

/**
 * Whether the landing's block is proven not to be canonical: another one is known at its height. A height above this head
 * or one that the node can't tell proves nothing.
 */
function isOrphaned({ canonical }: HeadFacts, { blockHeight, blockHash }: Landing): boolean {
  return (canonical.get(blockHeight) ?? blockHash) !== blockHash
}

function isDeep({ requiredConfirmations }: EvmContext, head: Head, height: number): boolean {
  return head.height >= height + requiredConfirmations
}

function finalityAt(context: EvmContext, facts: HeadFacts, height: number): Landing['finality'] {
  const { head, finalizedHeight } = facts
  if (!isDeep(context, head, height)) return 'included'
  const hasTag = finalizedHeight !== null && !context.missing.has(`${head.endpoint} finalized`)
  const finalized = hasTag ? (finalizedHeight ?? -1) : head.height - finalityBlocks
  return height <= finalized ? 'finalized' : 'confirmed'
}

const finalities: readonly Landing['finality'][] = ['included', 'confirmed', 'finalized']

/** Depth that was reached stays reached while the block is canonical, also through a head that lags behind. */
function later(a: Landing['finality'], b: Landing['finality']): Landing['finality'] {
  return finalities.indexOf(a) > finalities.indexOf(b) ? a : b
}

function landingOf(receipt: Receipt, finality: Landing['finality'], reason: string | null): Landing {
  const { success, blockHeight, blockHash, gasUsed, effectiveGasPrice } = receipt
  return {
    success,
    finality,
    blockHeight,
    blockHash,
    reason,
    details: {
      gas_used: gasUsed?.toString() ?? null,
      effective_gas_price: effectiveGasPrice?.toString() ?? null,
    },
  }
}
