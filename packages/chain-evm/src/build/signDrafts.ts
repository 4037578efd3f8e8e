import type { BuildInput, BuildResult, BuiltAttempt, SignResult } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import { mapInTurns } from '../mapInTurns.ts'
import type { Sequenced } from './assignSequences.ts'
import { attemptDetails, maxCostOf } from './attemptDetails.ts'
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
    return { kind: 'built', attempt: attemptOf(result, unsigned[index] as Unsigned, signature.signature) }
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

function attemptOf(ready: Sequenced, unsigned: Unsigned, bytes: Uint8Array): BuiltAttempt {
  const { draft, price, gasLimit, sequence, l1Fee } = ready
  const { raw, id, signature } = serializeSigned(unsigned, bytes)
  return {
    account: draft.target.from,
    sequence,
    id,
    otherIds: [],
    raw,
    details: {
      ...attemptDetails({ nonce: unsigned.transaction.nonce ?? 0, gasLimit, price, signature }),
      ...draft.marks,
    },
    bound: null,
    maxCost: maxCostOf(gasLimit, price, draft.target.value) + l1Fee,
  }
}
