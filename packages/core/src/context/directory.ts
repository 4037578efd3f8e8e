import type { Clock } from '../ports/clock.ts'
import type { Store } from '../ports/store.ts'
import type { NetworkRecord, RelayerRecord, SignerRecord } from '../records/resources.ts'
import type { LaneKey } from '../records/slot.ts'

/**
 * Configured resources as every request and tick needs them, without a read of the database each time. What this process
 * writes is seen at once ({@link Directory.forget}); what another process writes, within {@link FRESH_MS}.
 */
export interface Directory {
  relayer(id: string): Promise<RelayerRecord | null>
  network(id: string): Promise<NetworkRecord | null>
  signer(id: string): Promise<SignerRecord | null>
  /** Whose lane it is or was, as {@link RelayerStore.ofLane} has it; null: nobody's ever. */
  lane(lane: LaneKey): Promise<readonly RelayerRecord[] | null>
  /** To be called after every write of a resource. */
  forget(): void
}

/** How long a record is used without looking again, ms. */
const FRESH_MS = 1_000

/** A {@link Directory} on a store. Many askers of one id at once cost one read. */
export function createDirectory(ports: { readonly store: Store; readonly clock: Clock }): Directory {
  const { store, clock } = ports
  const forgets: (() => void)[] = []

  const remember = <T>(read: (id: string) => Promise<T | null>): ((id: string) => Promise<T | null>) => {
    const known = new Map<string, { readonly readAt: number; readonly record: Promise<T | null> }>()
    forgets.push(() => known.clear())
    return id => {
      const now = clock.now()
      const entry = known.get(id)
      if (entry !== undefined && now - entry.readAt < FRESH_MS) return entry.record
      const record = read(id)
      known.set(id, { readAt: now, record })
      // Neither a failed read nor an id that is not there is worth remembering.
      const drop = (): void => {
        if (known.get(id)?.record === record) known.delete(id)
      }
      record.then(found => found === null && drop(), drop)
      return record
    }
  }

  return {
    relayer: remember(id => store.relayers.get(id)),
    network: remember(id => store.networks.get(id)),
    signer: remember(id => store.signers.get(id)),
    lane: remember(async lane => {
      const relayers = await store.relayers.ofLane(lane)
      return relayers.length === 0 ? null : relayers
    }),
    forget: () => forgets.forEach(forget => forget()),
  }
}
