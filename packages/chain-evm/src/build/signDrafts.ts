import type { BuildInput, BuildResult, SignResult } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import { ceilingOf, type Price } from '../fees/feeQuote.ts'
import { mapInTurns } from '../mapInTurns.ts'
import type { Sequenced } from './assignSequences.ts'
import { notYet } from './notYet.ts'
import type { Unbuilt } from './planned.ts'
import { serializeSigned, serializeUnsigned, type Unsigned } from './serializeAttempt.ts'

/**
 * Signs in one batch per account. Where a signature fails, every later item that was given a new nonce of that account waits
 * as well, so that no gap is left.
 */
export async function signDrafts(
  context: EvmContext,
  { signerOf }: BuildInput,
  results: readonly (Sequenced | Unbuilt)[],
): Promise<readonly BuildResult[]> {
  const unsigned = await mapInTurns(results, result =>
    result.kind === 'ready' ? serializeUnsigned(context.chainId, result) : null,
  )
  const signatures: SignResult[] = Array.from({ length: results.length })
  for (const account of new Set(results.flatMap(result => (result.kind === 'ready' ? result.draft.target.from : [])))) {
    const own = [...results.keys()].filter(index => accountOf(results[index]) === account)
    const signed = await signAll(
      signerOf(account),
      own.map(index => unsigned[index] as Unsigned),
    )
    for (const [position, index] of own.entries()) signatures[index] = signed[position] ?? missing
  }
  const stopped = new Set<string>()
  return mapInTurns(results, (result, index) => {
    if (result.kind !== 'ready') return result
    const { from } = result.draft.target
    const isNew = result.draft.item.slot === null
    const signature = signatures[index] ?? missing
    if (!signature.ok && isNew) stopped.add(from)
    if (!signature.ok) return notYet(context, 'waiting for the signer', signature.reason)
    if (isNew && stopped.has(from)) return notYet(context, 'waiting for the signer')
    return { kind: 'built', attempt: toAttempt(result, unsigned[index] as Unsigned, signature.signature) }
  })
}

const missing: SignResult = { ok: false, reason: 'there is no signature', retryable: true }

function accountOf(result: Sequenced | Unbuilt | undefined): string | null {
  return result?.kind === 'ready' ? result.draft.target.from : null
}

async function signAll(
  signer: ReturnType<BuildInput['signerOf']>,
  unsigned: readonly Unsigned[],
): Promise<readonly SignResult[]> {
  if (signer === null) return unsigned.map(() => ({ ok: false, reason: 'there is no signer', retryable: true }))
  return signer.sign(
    'secp256k1',
    unsigned.map(({ digest, preimage }) => ({ purpose: 'transaction', payload: digest, preimage })),
  )
}

function toAttempt(
  { draft, price, gasLimit, sequence }: Sequenced,
  unsigned: Unsigned,
  bytes: Uint8Array,
): Extract<BuildResult, { kind: 'built' }>['attempt'] {
  const { raw, id, signature } = serializeSigned(unsigned, bytes)
  return {
    account: draft.target.from,
    sequence,
    id,
    otherIds: [],
    raw,
    details: {
      nonce: unsigned.transaction.nonce ?? 0,
      gas_limit: gasLimit.toString(),
      ...wirePrice(price),
      signature: { ...signature },
    },
    bound: null,
    maxCost: gasLimit * ceilingOf(price) + draft.target.value,
  }
}

/** Decimal text, wei per gas; null for the other family's fields. */
function wirePrice(price: Price): Record<'gas_price' | 'max_fee_per_gas' | 'max_priority_fee_per_gas', string | null> {
  const legacy = price.family === 'legacy'
  return {
    gas_price: legacy ? price.gasPrice.toString() : null,
    max_fee_per_gas: legacy ? null : price.maxFeePerGas.toString(),
    max_priority_fee_per_gas: legacy ? null : price.maxPriorityFeePerGas.toString(),
  }
}
