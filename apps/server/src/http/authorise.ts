import { type Grant, RelayerError } from '@relayer/core'
import { permissionMissing, RELAYER_FORBIDDEN } from '@relayer/schemas/errors'
import type { OperationEntry } from './operations.ts'

/**
 * Whether a caller may use an operation on the relayer its path names. A key that is limited to relayers is refused alike
 * for one that exists and one that does not, and wherever an operation is about all of them and does not keep to its own.
 */
export function authorise(
  { permission, keepsToRelayers }: Pick<OperationEntry, 'permission' | 'keepsToRelayers'>,
  grant: Grant | null,
  relayerId: string | undefined,
): void {
  if (permission === 'open') return
  if (grant === null || !grant.permissions.includes(permission)) {
    throw new RelayerError('FORBIDDEN', permissionMissing(permission))
  }
  if (grant.relayers === null || keepsToRelayers) return
  if (relayerId === undefined || !grant.relayers.includes(relayerId)) {
    throw new RelayerError('FORBIDDEN', RELAYER_FORBIDDEN)
  }
}
