import { setImmediate } from 'node:timers/promises'
import { recoverAddress } from 'viem/utils'
import { type SignedHash, splitTransaction } from './splitTransaction.ts'

/**
 * The accounts whose nonces a signed transaction uses, in lower case: its sender, and the signers of its authorizations
 * (EIP-7702). Null where it can't be decoded, so that nobody knows whose it is.
 */
export async function readSenders(raw: unknown): Promise<readonly string[] | null> {
  const split = typeof raw === 'string' ? splitTransaction(raw) : null
  const sender = split && (await signerOf(split.sender))
  if (!split || !sender) return null
  const senders = [sender]
  for (const authority of split.authorities) {
    // A node skips an authorization that nobody signed.
    const account = await signerOf(authority)
    if (account !== null) senders.push(account)
  }
  return senders
}

/** A turn of the event loop each: a client decides how many there are. */
async function signerOf({ hash, signature }: SignedHash): Promise<string | null> {
  await setImmediate()
  try {
    return (await recoverAddress({ hash, signature })).toLowerCase()
  } catch {
    return null
  }
}
