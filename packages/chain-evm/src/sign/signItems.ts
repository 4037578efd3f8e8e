import type { Signed, SignInput, SignResult } from '@relayer/core'
import { bytesToHex } from 'viem/utils'
import { wireSignature } from '../build/serializeAttempt.ts'
import { digestOf } from './digestOf.ts'

/** Signs what clients gave in one batch; `v` is 27 or 28. Transactions are not signed: nothing reserves their nonces. */
export async function signItems({ signer, items }: SignInput): Promise<readonly Signed[]> {
  const digests = items.map(digestOf)
  const ready = digests.flatMap(digest => (digest.kind === 'ready' ? digest.request : []))
  const results = ready.length === 0 ? [] : await signer.sign('secp256k1', ready)
  let next = 0
  return digests.map(digest => (digest.kind === 'ready' ? signedOf(results[next++]) : digest))
}

function signedOf(result: SignResult | undefined): Signed {
  if (result?.ok) {
    const { signature } = result
    const yParity = signature[64] === 1 ? 1 : 0
    return {
      kind: 'signed',
      record: { ...wireSignature(bytesToHex(signature.subarray(0, 64)).slice(2), yParity, 'legacy') },
    }
  }
  const { reason = 'there is no signature', retryable = true, unsupported = false } = result ?? {}
  return unsupported ? { kind: 'unsupported', reason } : { kind: 'failed', reason, retryable }
}
