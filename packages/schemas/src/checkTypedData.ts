import type { SignTypedDataRequest } from './sign.ts'

/** Why nothing was signed: 400 where the request is to blame, 500 where the signer is. `detail` says which. */
export const signingFailed = (detail: string): string => `Failed to sign transaction: ${detail}`

function checkHash(hash: string, name: string, lengthName: string): string | undefined {
  const digits = hash.replace(/^0x/, '')
  const input = `(input: ${Array.from(digits.slice(0, 32)).slice(0, 16).join('')}...)`
  const at = digits.search(/[^\da-f]/i)
  if (at >= 0) {
    const character = String.fromCodePoint(digits.codePointAt(at) ?? 0)
    return `Invalid ${name} hex: non-hexadecimal character '${character}' at position ${at} ${input}`
  }
  if (digits.length % 2 === 1) return `Invalid ${name} hex: failed to decode - Odd number of digits ${input}`
  return digits.length === 64 ? undefined : `Invalid ${lengthName} length: expected 32 bytes, got ${digits.length / 2}`
}

/** The rules of the two hashes of …/sign-typed-data (http.md 13.2): text of the first one broken, or undefined. */
export function checkTypedData({
  domain_separator: domain,
  hash_struct_message: message,
}: SignTypedDataRequest): string | undefined {
  const refused =
    checkHash(domain, 'domain separator', 'domain separator') ??
    checkHash(message, 'hash struct message', 'hash struct')
  return refused && signingFailed(refused)
}
