import type { RelayerRecord } from '../records/resources.ts'
import type { Context } from './context.ts'

/** Names of the relayers that refer to a signer (`signerId`) or a notification (`notificationId`), oldest first. */
export async function relayersUsing(
  ctx: Pick<Context, 'store'>,
  field: 'signerId' | 'notificationId',
  id: string,
): Promise<readonly string[]> {
  const relayers: readonly RelayerRecord[] = await ctx.store.relayers.all()
  return relayers.filter(relayer => relayer[field] === id).map(({ name }) => name)
}
