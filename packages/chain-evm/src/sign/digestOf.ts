import type { Signable, Signed, SignRequest } from '@relayer/core'
import { checkTypedData, MESSAGE_NOT_UNICODE, SIGN_TRANSACTION_EVM } from '@relayer/schemas/errors'
import type { Hex } from 'viem'
import { concatBytes, hexToBytes, keccak256, stringToBytes } from 'viem/utils'

/** What a key is to sign, or why it is not asked. */
export type Digest =
  | { readonly kind: 'ready'; readonly request: SignRequest }
  | Extract<Signed, { kind: 'unsupported' | 'invalid' }>

/**
 * The digest of what a client wants signed. Neither EIP-191 nor EIP-712 has a preimage that is a transaction too, so no
 * such signature can move funds.
 * @see https://eips.ethereum.org/EIPS/eip-191
 */
export function digestOf(item: Signable): Digest {
  switch (item.kind) {
    case 'message': {
      // UTF-8 has no surrogates: encoding would sign a replacement character that nobody asked for
      if (/\p{Surrogate}/u.test(item.message)) return { kind: 'invalid', reason: MESSAGE_NOT_UNICODE }
      const text = stringToBytes(item.message)
      return ready('message', text, concatBytes([stringToBytes(`\x19Ethereum Signed Message:\n${text.length}`), text]))
    }
    case 'typed-data': {
      const { domainSeparator, hashStruct } = item
      const reason = checkTypedData({ domain_separator: domainSeparator, hash_struct_message: hashStruct })
      if (reason !== undefined) return { kind: 'invalid', reason }
      const preimage = concatBytes([Uint8Array.of(0x19, 0x01), wordOf(domainSeparator), wordOf(hashStruct)])
      return ready('typed-data', preimage, preimage)
    }
    case 'transaction':
      return { kind: 'unsupported', reason: SIGN_TRANSACTION_EVM }
  }
}

function ready(purpose: SignRequest['purpose'], preimage: Uint8Array, hashed: Uint8Array): Digest {
  return { kind: 'ready', request: { purpose, payload: keccak256(hashed, 'bytes'), preimage } }
}

function wordOf(hash: string): Uint8Array {
  return hexToBytes(`0x${hash.replace(/^0x/, '')}` as Hex)
}
