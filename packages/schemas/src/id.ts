/** What an id that fails the rule is answered with. */
export const INVALID_ID =
  'ID must contain only letters, numbers, dashes and underscores and must be at most 36 characters long'

/**
 * The rule of relayer, signer and notification ids: 1 to 36 letters, digits, dashes and underscores.
 * Ids that the server makes are UUIDs; ids never change.
 */
export function isId(value: string): boolean {
  return /^[\w-]{1,36}$/.test(value)
}
