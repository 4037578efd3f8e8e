import type { Configuration } from '@relayer/core'
import { signerInUse } from '@relayer/schemas/errors'
import { misplaced, type Place, within } from './place.ts'

/** Every relayer's network, signer and notification is there, and none has its signer and network to share. */
export function checkReferences(configuration: Configuration, place: Place): void {
  const known = [...configuration.networks, ...(configuration.predefinedNetworks ?? [])]
  const networks = new Set(known.map(({ networkType, name }) => `${networkType}:${name}`))
  const signers = new Set(configuration.signers.map(({ id }) => id))
  const notifications = new Set(configuration.notifications.map(({ id }) => id))
  const users = new Map<string, string>()
  for (const [index, relayer] of configuration.relayers.entries()) {
    const network = `${relayer.networkType}:${relayer.network}`
    if (!networks.has(network)) {
      throw misplaced(within(place, index, 'network'), `there is no ${relayer.networkType} network ${relayer.network}`)
    }
    if (!signers.has(relayer.signerId)) {
      throw misplaced(within(place, index, 'signer_id'), `there is no signer ${relayer.signerId}`)
    }
    if (relayer.notificationId !== null && !notifications.has(relayer.notificationId)) {
      throw misplaced(within(place, index, 'notification_id'), `there is no notification ${relayer.notificationId}`)
    }
    const account = `${network} ${relayer.signerId}`
    const user = users.get(account)
    if (user !== undefined) {
      throw misplaced(within(place, index, 'signer_id'), signerInUse(relayer.signerId, user, relayer.network))
    }
    users.set(account, relayer.id)
  }
}
