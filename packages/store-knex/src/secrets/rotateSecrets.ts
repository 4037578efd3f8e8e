import type { ResourceRecord, ResourceStore, Store } from '@relayer/core'

/**
 * Writes every secret again, and so with the current key; the old key may go afterwards. Returns how many it wrote. Safe
 * while the service runs: a record that was changed meanwhile is read again.
 *
 * @example
 * const store = await openStore(url, { encryption: { keys: [oldKey, newKey], current: newKey.id } })
 * await rotateSecrets(store)
 */
export async function rotateSecrets(store: Pick<Store, 'signers' | 'notifications'>): Promise<number> {
  const signers = await rewrite(store.signers, signer => signer.secret !== null)
  return signers + (await rewrite(store.notifications, notification => notification.signingKey !== null))
}

async function rewrite<T extends ResourceRecord>(store: ResourceStore<T>, hasSecret: (record: T) => boolean) {
  let written = 0
  for (const { id } of await store.all()) {
    for (let record = await store.get(id); record !== null && hasSecret(record); record = await store.get(id)) {
      if ((await store.update(record, record.version)) !== 'updated') continue
      written += 1
      break
    }
  }
  return written
}
