import {
  networkNotConfigured,
  notificationNotFound,
  relayerIdTaken,
  relayerNotFound,
  signerInUse,
  signerNotFound,
} from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import { healthWake } from '../reconcile/wakes.ts'
import type { JsonObject } from '../records/json.ts'
import type { NetworkRecord, RelayerRecord, RpcUrl, SignerRecord } from '../records/resources.ts'
import type { LaneKey } from '../records/slot.ts'
import { networkId } from '../records/networkId.ts'

/** A relayer to create. Field syntax is the schema's business; references and the key are checked here. */
export interface CreateRelayerInput {
  /** Null: a UUID. */
  readonly id: string | null
  readonly name: string
  readonly network: string
  readonly networkType: RelayerRecord['networkType']
  readonly paused: boolean
  readonly signerId: string
  readonly notificationId: string | null
  readonly policies: JsonObject | null
  readonly customRpcUrls: readonly RpcUrl[] | null
}

/**
 * Stores a relayer. In this order: signer (`NOT_FOUND`), network and a second relayer on the same account
 * (`INVALID_REQUEST`), notification (`NOT_FOUND`), the address of its key (`INVALID_REQUEST` when the signer has no key for
 * this chain), policies that the network can't honour (`INVALID_REQUEST`), the id (`CONFLICT`). Whether it can work is looked
 * at afterwards; it is disabled if it can't.
 */
export async function createRelayer(ctx: Context, input: CreateRelayerInput): Promise<Result<RelayerRecord>> {
  const signer = await ctx.store.signers.get(input.signerId)
  if (signer === null) return fail('NOT_FOUND', signerNotFound(input.signerId))
  const network = await ctx.store.networks.get(networkId(input))
  if (network === null) return fail('INVALID_REQUEST', networkNotConfigured(input.network, input.networkType))
  const users = (await ctx.store.relayers.all()).filter(
    other => networkId(other) === network.id && other.signerId === input.signerId,
  )
  if (users[0]) return fail('INVALID_REQUEST', signerInUse(input.signerId, users[0].id, input.network))
  if (input.notificationId !== null && (await ctx.store.notifications.get(input.notificationId)) === null) {
    return fail('NOT_FOUND', notificationNotFound(input.notificationId))
  }
  const account = await accountOf(ctx, signer, network, input.customRpcUrls)
  if (!account.ok) return account
  const impossible = refusePolicies(ctx, network, input)
  if (impossible !== null) return fail('INVALID_REQUEST', impossible)
  const record = relayerRecord(input, input.id ?? ctx.random.uuid(), account.value, ctx.clock.now())
  const holder = await ctx.store.relayers.byLane(record.lane)
  if (holder !== null) return fail('INVALID_REQUEST', signerInUse(input.signerId, holder.id, input.network))
  if (await hadOtherLane(ctx, record)) return fail('INVALID_REQUEST', relayerIdTaken(record.id))
  const inserted = await ctx.store.relayers.insert(record)
  ctx.directory.forget()
  if (inserted !== 'inserted') return fail('CONFLICT', `Relayer with ID ${record.id} already exists`)
  const lost = await lostReference(ctx, record)
  if (lost === null) {
    ctx.queue.add(healthWake(network.id))
    return succeed(record)
  }
  await ctx.store.relayers.delete(record.id)
  ctx.directory.forget()
  return fail('NOT_FOUND', lost)
}

/** What was deleted while the relayer was stored; `deleteUnused` is the other half of this. */
async function lostReference(
  { store }: Context,
  { signerId, notificationId }: Pick<RelayerRecord, 'signerId' | 'notificationId'>,
): Promise<string | null> {
  if ((await store.signers.get(signerId)) === null) return signerNotFound(signerId)
  const noted = notificationId === null || (await store.notifications.get(notificationId)) !== null
  return noted ? null : notificationNotFound(notificationId)
}

/** Why a network can't honour the policies of a relayer on it, or null. */
export function refusePolicies(
  ctx: Pick<Context, 'opened'>,
  network: NetworkRecord,
  { policies, customRpcUrls }: Pick<CreateRelayerInput, 'policies' | 'customRpcUrls'>,
): string | null {
  const chain = ctx.opened.chain(network, customRpcUrls)
  return chain.ok ? chain.value.checkPolicies(policies) : chain.reason
}

/** The transactions of a deleted relayer are listed under its id, and must not be shown as those of another account. */
export async function hadOtherLane(
  ctx: Pick<Context, 'store'>,
  { id, lane }: Pick<RelayerRecord, 'id' | 'lane'>,
): Promise<boolean> {
  const former = await ctx.store.relayers.formerLane(id)
  return former !== null && former !== lane && (await ctx.store.transactions.counts(id)).size > 0
}

/** A signer's account on a network, and the lane that is. Asks the signer for its public key. */
export async function accountOf(
  ctx: Pick<Context, 'opened'>,
  signer: SignerRecord,
  network: NetworkRecord,
  rpcUrls: readonly RpcUrl[] | null,
): Promise<Result<{ readonly address: string; readonly lane: LaneKey }>> {
  const chain = ctx.opened.chain(network, rpcUrls)
  if (!chain.ok) return fail('INVALID_REQUEST', chain.reason)
  const opened = ctx.opened.signer(signer)
  if (!opened.ok) return fail('INVALID_REQUEST', opened.reason)
  const publicKey = await opened.value.publicKey(chain.value.curve)
  if (publicKey === null) return fail('INVALID_REQUEST', `Signer '${signer.id}' has no ${chain.value.curve} key`)
  const address = chain.value.addressOf(publicKey)
  return succeed({ address, lane: `${chain.value.family}:${chain.value.identity}:${address}` })
}

/** The first version of a relayer's record. */
export function relayerRecord(
  input: CreateRelayerInput,
  id: string,
  account: { readonly address: string; readonly lane: LaneKey },
  createdAt: number,
): RelayerRecord {
  return {
    ...input,
    id,
    ...account,
    systemDisabled: false,
    disabledReason: null,
    deletedAt: null,
    createdAt,
    version: 1,
  }
}

/** Looks a relayer up. */
export async function getRelayer(ctx: Context, id: string): Promise<Result<RelayerRecord>> {
  const relayer = await ctx.directory.relayer(id)
  return relayer === null ? fail('NOT_FOUND', relayerNotFound(id)) : succeed(relayer)
}
