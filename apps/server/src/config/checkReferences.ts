import type { Configuration } from '@relayer/core'
import { misplaced, type Place, within } from './place.ts'

/** Every relayer's network, signer and notification is in the file. */
export function checkReferences(configuration: Configuration, place: Place): void {
  const networks = new Set(configuration.networks.map(({ networkType, name }) => `${networkType}:${name}`))
  const signers = new Set(configuration.signers.map(({ id }) => id))
  const notifications = new Set(configuration.notifications.map(({ id }) => id))
  for (const [index, relayer] of configuration.relayers.entries()) {
    if (!networks.has(`${relayer.networkType}:${relayer.network}`)) {
      throw misplaced(within(place, index, 'network'), `there is no ${relayer.networkType} network ${relayer.network}`)
    }
    if (!signers.has(relayer.signerId)) {
      throw misplaced(within(place, index, 'signer_id'), `there is no signer ${relayer.signerId}`)
    }
    if (relayer.notificationId !== null && !notifications.has(relayer.notificationId)) {
      throw misplaced(within(place, index, 'notification_id'), `there is no notification ${relayer.notificationId}`)
    }
  }
}
