import { createApiKey } from '../access/createApiKey.ts'
import { deleteApiKey } from '../access/deleteApiKey.ts'
import { getApiKey, listApiKeys } from '../access/getApiKey.ts'
import { rotateApiKey } from '../access/rotateApiKey.ts'
import { applyConfiguration } from '../configuration/applyConfiguration.ts'
import { getNetwork } from '../configuration/getNetwork.ts'
import { updateNetwork } from '../configuration/updateNetwork.ts'
import { createAdapterCache } from '../context/adapterCache.ts'
import { createChanges } from '../context/changes.ts'
import type { Context, Ports } from '../context/context.ts'
import { createDirectory } from '../context/directory.ts'
import { createGrants } from '../context/grants.ts'
import { defaultSettings, type Settings } from '../context/settings.ts'
import { createWaiters } from '../context/waiters.ts'
import { diagnoseLane } from '../lanes/diagnoseLane.ts'
import { repairLane } from '../lanes/repairLane.ts'
import { createHeads } from '../lanes/createHeads.ts'
import type { LaneMemories } from '../lanes/openLane.ts'
import { reconcileLane } from '../lanes/reconcileLane.ts'
import type { Requeue } from '../ports/workQueue.ts'
import { startRetention } from '../reconcile/startRetention.ts'
import { startSweep } from '../reconcile/startSweep.ts'
import { healthWake, laneWake, parseWake } from '../reconcile/wakes.ts'
import { createRelayer, getRelayer } from '../relayers/createRelayer.ts'
import { forwardCalls } from '../rpc/forwardCalls.ts'
import { createSigner, getSigner } from '../signers/createSigner.ts'
import { signMessage } from '../signing/signMessage.ts'
import { signTransaction } from '../signing/signTransaction.ts'
import { signTypedData } from '../signing/signTypedData.ts'
import { deleteSigner } from '../signers/deleteSigner.ts'
import { deleteRelayer } from '../relayers/deleteRelayer.ts'
import { getRelayerBalance } from '../relayers/getRelayerBalance.ts'
import { getRelayerStatus } from '../relayers/getRelayerStatus.ts'
import { type HealthMemories, reconcileHealth } from '../relayers/reconcileHealth.ts'
import { updateRelayer } from '../relayers/updateRelayer.ts'
import { cancelPendingTransactions } from '../transactions/cancelPendingTransactions.ts'
import { cancelTransaction } from '../transactions/cancelTransaction.ts'
import { createBatch } from '../transactions/createBatch.ts'
import { createTransaction } from '../transactions/createTransaction.ts'
import { dryRunTransaction } from '../transactions/dryRunTransaction.ts'
import { networkId } from '../records/networkId.ts'
import { getTransactionByNonce } from '../transactions/getTransactionByNonce.ts'
import { getTransaction } from '../transactions/getTransaction.ts'
import { listTransactions } from '../transactions/listTransactions.ts'
import { readTimeline } from '../transactions/readTimeline.ts'
import { replaceTransaction } from '../transactions/replaceTransaction.ts'
import { waitForTransaction } from '../transactions/waitForTransaction.ts'
import { deleteNotification } from '../webhooks/deleteNotification.ts'
import { createNotification, getNotification, updateNotification } from '../webhooks/notifications.ts'
import { reconcileDeliveries } from '../webhooks/reconcileDeliveries.ts'
import { checkStore } from './checkStore.ts'
import type { Engine } from './engine.ts'

/**
 * Binds the functions of core to a set of ports. Nothing runs before {@link Engine.start}; operations work without it, and
 * what they accept is driven by whichever instance on the same store has been started.
 *
 * @example
 * ```ts
 * const engine = createEngine({ store, adapters, webhooks, queue, clock, random, logger })
 * await engine.start()
 * const accepted = await engine.createTransaction({ relayerId: 'main', body, idempotency: null })
 * ```
 */
export function createEngine(ports: Ports, settings: Partial<Settings> = {}): Engine {
  const tuned = { ...defaultSettings, ...settings }
  const changes = createChanges()
  const ctx: Context = {
    ...ports,
    settings: tuned,
    instanceId: ports.random.uuid(),
    startedAt: ports.clock.now(),
    changes,
    directory: createDirectory(ports),
    grants: createGrants(ports),
    opened: createAdapterCache(ports.adapters),
    heads: createHeads({ clock: ports.clock, logger: ports.logger, wake: key => ports.queue.add(key) }),
    waiters: createWaiters({ ...ports, changes }, { limit: tuned.maxWaiters, pollMs: tuned.waitPollMs }),
  }
  const memories: LaneMemories = new Map()
  const healths: HealthMemories = new Map()
  let stopSweep: (() => Promise<void>) | null = null
  let stopRetention: (() => Promise<void>) | null = null

  const reconcile = async (key: string): Promise<Requeue> => {
    const wake = parseWake(key)
    if (wake?.kind === 'lane') return reconcileLane(ctx, memories, wake.id)
    if (wake?.kind === 'health') return reconcileHealth(ctx, healths, wake.id)
    if (wake?.kind === 'deliveries') return reconcileDeliveries(ctx, wake.id)
    return { requeueAfterMs: null }
  }

  return {
    async start() {
      ctx.queue.start(reconcile)
      // Every live lane once; those of deleted relayers that still have something to settle are woken by the sweep.
      const relayers = await ctx.store.relayers.all()
      for (const { lane } of relayers) ctx.queue.add(laneWake(lane))
      for (const id of new Set(relayers.map(networkId))) ctx.queue.add(healthWake(id))
      stopSweep = startSweep(ctx)
      stopRetention = startRetention(ctx)
    },
    async stop() {
      ctx.heads.stop()
      ctx.waiters.interrupt()
      await Promise.all([stopSweep?.(), stopRetention?.()])
      await ctx.queue.stop()
      await Promise.all([...memories.values()].map(memory => ctx.store.lanes.release(memory.lease)))
      memories.clear()
    },

    createTransaction: input => createTransaction(ctx, input),
    createBatch: input => createBatch(ctx, input),
    dryRunTransaction: input => dryRunTransaction(ctx, input),
    replaceTransaction: input => replaceTransaction(ctx, input),
    cancelTransaction: input => cancelTransaction(ctx, input),
    cancelPendingTransactions: relayerId => cancelPendingTransactions(ctx, relayerId),
    getTransactionByNonce: input => getTransactionByNonce(ctx, input),
    getTransaction: input => getTransaction(ctx, input),
    waitForTransaction: input => waitForTransaction(ctx, input),
    interruptWaits: () => ctx.waiters.interrupt(),
    readTimeline: input => readTimeline(ctx, input),
    listTransactions: input => listTransactions(ctx, input),

    signMessage: input => signMessage(ctx, input),
    signTypedData: input => signTypedData(ctx, input),
    signTransaction: input => signTransaction(ctx, input),
    forwardCalls: input => forwardCalls(ctx, input),

    createRelayer: input => createRelayer(ctx, input),
    getRelayer: id => getRelayer(ctx, id),
    updateRelayer: input => updateRelayer(ctx, input),
    deleteRelayer: id => deleteRelayer(ctx, id),
    getRelayerStatus: id => getRelayerStatus(ctx, id),
    getRelayerBalance: id => getRelayerBalance(ctx, id),
    listRelayers: query => ctx.store.relayers.list(query),

    createSigner: input => createSigner(ctx, input),
    getSigner: id => getSigner(ctx, id),
    listSigners: query => ctx.store.signers.list(query),
    deleteSigner: id => deleteSigner(ctx, id),

    createNotification: input => createNotification(ctx, input),
    updateNotification: input => updateNotification(ctx, input),
    getNotification: id => getNotification(ctx, id),
    listNotifications: query => ctx.store.notifications.list(query),
    deleteNotification: id => deleteNotification(ctx, id),

    getNetwork: id => getNetwork(ctx, id),
    listNetworks: query => ctx.store.networks.list(query),
    updateNetwork: input => updateNetwork(ctx, input),

    knownGrant: hash => ctx.grants.known(hash),
    findGrant: hash => ctx.grants.find(hash),
    createApiKey: (by, input) => createApiKey(ctx, by, input),
    getApiKey: (by, id) => getApiKey(ctx, by, id),
    listApiKeys: by => listApiKeys(ctx, by),
    rotateApiKey: (by, input) => rotateApiKey(ctx, by, input),
    deleteApiKey: (by, id) => deleteApiKey(ctx, by, id),

    diagnose: relayerId => diagnoseLane(ctx, relayerId),
    repair: input => repairLane(ctx, memories, input),

    applyConfiguration: configuration => applyConfiguration(ctx, configuration),
    ready: () => checkStore(ctx),
  }
}
