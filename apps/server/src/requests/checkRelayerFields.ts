import type { RelayerCreate } from '@relayer/schemas'
import { INVALID_ID } from '@relayer/schemas/errors'

/** The rules of a relayer's own fields, in the contract's order (http.md 10.3): the text of the first one broken. */
export function checkRelayerFields({
  id,
  name,
  network,
  signer_id,
}: Pick<RelayerCreate, 'id' | 'name' | 'network' | 'signer_id'>): string | undefined {
  if (id === '') return 'ID cannot be empty'
  if (id && Buffer.byteLength(id) > 36) return 'ID must not exceed 36 characters'
  if (id && !/^[\w-]+$/.test(id)) return INVALID_ID
  if (name === '') return 'Name cannot be empty'
  if (network === '') return 'Network cannot be empty'
  return signer_id === '' ? 'Invalid relayer policy: Signer ID cannot be empty' : undefined
}
