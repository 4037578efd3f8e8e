import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { ResourceStore } from '../ports/store.ts'
import type { ResourceRecord } from '../records/resources.ts'
import type { Context } from './context.ts'
import { relayersUsing } from './relayersUsing.ts'

/** What to delete, which field of relayers refers to it, and the texts of the two refusals. */
export interface Deletion<T extends ResourceRecord> {
  readonly store: ResourceStore<T>
  readonly id: string
  readonly field: 'signerId' | 'notificationId'
  readonly missing: string
  readonly inUse: (names: readonly string[]) => string
}

/**
 * Deletes a signer or a notification that no relayer uses: `NOT_FOUND`, then `INVALID_STATE` with the names of its users.
 * Who starts to use it meanwhile looks again after its own write, as this does: one of the two always sees the other.
 */
export async function deleteUnused<T extends ResourceRecord>(
  ctx: Pick<Context, 'store' | 'directory'>,
  { store, id, field, missing, inUse }: Deletion<T>,
): Promise<Result<null>> {
  const record = await store.get(id)
  if (record === null) return fail('NOT_FOUND', missing)
  const users = await relayersUsing(ctx, field, id)
  if (users.length > 0) return fail('INVALID_STATE', inUse(users))
  const deleted = await store.delete(id)
  ctx.directory.forget()
  if (!deleted) return fail('NOT_FOUND', missing)
  const late = await relayersUsing(ctx, field, id)
  if (late.length === 0) return succeed(null)
  await store.insert(record)
  ctx.directory.forget()
  return fail('INVALID_STATE', inUse(late))
}
