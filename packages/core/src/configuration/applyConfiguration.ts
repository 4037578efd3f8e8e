import { stringifyJson } from '@relayer/schemas'
import { networkNotConfigured, relayerIdTaken, signerInUse } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import { RelayerError } from '../errors/relayerError.ts'
import type { Result } from '../errors/result.ts'
import type { ResourceStore } from '../ports/store.ts'
import type { JsonObject } from '../records/json.ts'
import type { NetworkRecord, RelayerRecord, ResourceRecord, RpcUrl } from '../records/resources.ts'
import { healthWake } from '../reconcile/wakes.ts'
import {
  accountOf,
  type CreateRelayerInput,
  hadOtherLane,
  refusePolicies,
  relayerRecord,
} from '../relayers/createRelayer.ts'
import { type CreateSignerInput, signerRecord } from '../signers/createSigner.ts'
import { networkId } from '../records/networkId.ts'
import { type CreateNotificationInput, notificationRecord } from '../webhooks/notifications.ts'

/** A network as configured, inheritance already resolved. */
export interface NetworkInput {
  readonly name: string
  readonly networkType: NetworkRecord['networkType']
  readonly rpcUrls: readonly RpcUrl[]
  readonly settings: JsonObject
}

/** The items of a configuration file, secrets resolved. */
export interface Configuration {
  readonly networks: readonly NetworkInput[]
  /**
   * Networks that are known without being configured. One of the same id in `networks` comes before it, and so do the
   * endpoints that a client has given it.
   */
  readonly predefinedNetworks?: readonly NetworkInput[]
  readonly signers: readonly (CreateSignerInput & { readonly id: string })[]
  readonly notifications: readonly (CreateNotificationInput & { readonly id: string })[]
  readonly relayers: readonly (CreateRelayerInput & { readonly id: string })[]
}

/**
 * What importing a configuration did, as `kind/id`; `kept` are stored items that the file does not name. Predefined networks
 * are not told of.
 */
export interface ConfigurationReport {
  readonly created: readonly string[]
  readonly updated: readonly string[]
  readonly unchanged: readonly string[]
  readonly kept: readonly string[]
  /** Relayers that were paused because their network can't honour their policies, with the reason. */
  readonly paused: readonly { readonly relayerId: string; readonly reason: string }[]
}

/**
 * Creates or updates every item of a configuration by id; items made by API stay. Everything is checked before anything is
 * written: the first bad item ends it, naming the item. Repeating it changes nothing. A relayer whose policies its network
 * can't honour is stored paused, and reported.
 */
export async function applyConfiguration(
  ctx: Context,
  configuration: Configuration,
): Promise<Result<ConfigurationReport>> {
  const now = ctx.clock.now()
  const networks = configuration.networks.map(input => networkRecord(input, false, now))
  const predefined = await untouched(ctx, configuration.predefinedNetworks ?? [], networks, now)
  const signers = configuration.signers.map(input => signerRecord(input, input.id, now))
  const notifications = configuration.notifications.map(input => notificationRecord(input, input.id, now))
  const relayers = await Promise.all(
    configuration.relayers.map(input =>
      checkRelayer(ctx, input, { networks: [...networks, ...predefined], signers }, now),
    ),
  )
  const bad = relayers.find(relayer => !relayer.ok)
  if (bad && !bad.ok) return bad
  const found = relayers.flatMap(relayer => (relayer.ok ? [relayer.value] : []))
  const checked = found.map(({ record, impossible }) => (impossible === null ? record : { ...record, paused: true }))
  const paused = found.flatMap(({ record, impossible }) =>
    impossible === null ? [] : [{ relayerId: record.id, reason: impossible }],
  )
  const clash = await laneClash(ctx, checked)
  if (clash !== null) return fail('INVALID_REQUEST', clash)

  const report: Report = { created: [], updated: [], unchanged: [], kept: [] }
  // dozens of them, in one commit where the store can
  await Promise.all(predefined.map(record => putOne(ctx.store.networks, record)))
  await put(ctx.store.networks, 'network', networks, report)
  await put(ctx.store.signers, 'signer', signers, report)
  await put(ctx.store.notifications, 'notification', notifications, report)
  await put(ctx.store.relayers, 'relayer', checked, report)
  ctx.directory.forget()
  for (const id of new Set(checked.map(networkId))) ctx.queue.add(healthWake(id))
  return succeed({ ...report, paused })
}

function networkRecord(input: NetworkInput, predefined: boolean, createdAt: number): NetworkRecord {
  const id = networkId({ network: input.name, networkType: input.networkType })
  return { id, ...input, predefined, createdAt, version: 1 }
}

/** The predefined networks that neither this configuration, nor an earlier one, nor a client has made their own. */
async function untouched(
  ctx: Context,
  inputs: readonly NetworkInput[],
  configured: readonly NetworkRecord[],
  now: number,
): Promise<readonly NetworkRecord[]> {
  const stored = await ctx.store.networks.all()
  const taken = new Set([...configured, ...stored.filter(({ predefined }) => !predefined)].map(({ id }) => id))
  return inputs.map(input => networkRecord(input, true, now)).filter(({ id }) => !taken.has(id))
}

/** A relayer's references, address and lane. The lane of a stored relayer can't change: its slots belong to the account. */
async function checkRelayer(
  ctx: Context,
  input: CreateRelayerInput & { readonly id: string },
  file: { readonly networks: readonly NetworkRecord[]; readonly signers: readonly Parameters<typeof accountOf>[1][] },
  now: number,
): Promise<Result<{ readonly record: RelayerRecord; readonly impossible: string | null }>> {
  const invalid = (reason: string): Result<never> => fail('INVALID_REQUEST', `relayer '${input.id}': ${reason}`)
  const signer = file.signers.find(({ id }) => id === input.signerId) ?? (await ctx.store.signers.get(input.signerId))
  if (signer === null) return invalid(`Signer with ID ${input.signerId} not found`)
  const id = networkId(input)
  const network = file.networks.find(other => other.id === id) ?? (await ctx.store.networks.get(id))
  if (network === null) return invalid(networkNotConfigured(input.network, input.networkType))
  const account = await accountOf(ctx, signer, network, input.customRpcUrls)
  if (!account.ok) return invalid(account.error.message)
  const known = await ctx.store.relayers.get(input.id)
  if (known !== null && known.lane !== account.value.lane) {
    return invalid(
      `its account was ${known.address} and would become ${account.value.address}; give the new account a new relayer id`,
    )
  }
  const record = relayerRecord(input, input.id, account.value, now)
  if (known === null && (await hadOtherLane(ctx, record))) return invalid(relayerIdTaken(input.id))
  return succeed({ record, impossible: refusePolicies(ctx, network, input) })
}

async function laneClash(ctx: Context, relayers: readonly RelayerRecord[]): Promise<string | null> {
  const holders = new Map<string, string>()
  for (const relayer of relayers) {
    const holder = holders.get(relayer.lane) ?? (await ctx.store.relayers.byLane(relayer.lane))?.id ?? relayer.id
    if (holder !== relayer.id)
      return `relayer '${relayer.id}': ${signerInUse(relayer.signerId, holder, relayer.network)}`
    holders.set(relayer.lane, relayer.id)
  }
  return null
}

/** How often a record is written again that somebody else has changed in between. */
const TRIES = 8

type Report = { readonly [K in Exclude<keyof ConfigurationReport, 'paused'>]: string[] }

async function put<T extends ResourceRecord>(
  store: ResourceStore<T>,
  kind: string,
  records: readonly T[],
  report: Report,
): Promise<void> {
  for (const record of records) report[await putOne(store, record)].push(`${kind}/${record.id}`)
  const named = new Set(records.map(({ id }) => id))
  for (const record of await store.all())
    if (!named.has(record.id) && !isPredefined(record)) report.kept.push(`${kind}/${record.id}`)
}

async function putOne<T extends ResourceRecord>(
  store: ResourceStore<T>,
  record: T,
): Promise<'created' | 'updated' | 'unchanged'> {
  // Another process may write the same record meanwhile: a look at its health, a client. The file counts all the same.
  for (let tries = 0; tries < TRIES; tries++) {
    const known = await store.get(record.id)
    if (known === null) {
      if ((await store.insert(record)) === 'inserted') return 'created'
      continue
    }
    const next = { ...known, ...record, createdAt: known.createdAt, version: known.version, ...runtimeState(known) }
    if (stringifyJson(sorted(next)) === stringifyJson(sorted(known))) return 'unchanged'
    if ((await store.update({ ...next, version: known.version + 1 }, known.version)) === 'updated') return 'updated'
  }
  throw new RelayerError('CONFLICT', `${record.id} is changing too fast; try again`)
}

/** What the service itself found out about a relayer is not for the file to say. */
function runtimeState(known: ResourceRecord): object {
  if (!('systemDisabled' in known)) return {}
  const { systemDisabled, disabledReason } = known as RelayerRecord
  return { systemDisabled, disabledReason }
}

function isPredefined(record: ResourceRecord): boolean {
  return 'predefined' in record && record.predefined === true
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
