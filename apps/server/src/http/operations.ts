import type { Permission } from '@relayer/core'
import { apiDocsPage } from '../routes/apiDocsPage.ts'
import { apiDocument } from '../routes/apiDocument.ts'
import { cancelTransaction } from '../routes/cancelTransaction.ts'
import { createApiKey } from '../routes/createApiKey.ts'
import { createBatch } from '../routes/createBatch.ts'
import { createNotification } from '../routes/createNotification.ts'
import { createRelayer } from '../routes/createRelayer.ts'
import { createSigner } from '../routes/createSigner.ts'
import { deleteApiKey } from '../routes/deleteApiKey.ts'
import { deleteNotification } from '../routes/deleteNotification.ts'
import { deletePendingTransactions } from '../routes/deletePendingTransactions.ts'
import { deleteRelayer } from '../routes/deleteRelayer.ts'
import { deleteSigner } from '../routes/deleteSigner.ts'
import { diagnoseRelayer } from '../routes/diagnoseRelayer.ts'
import { getApiKey, getApiKeyPermissions } from '../routes/getApiKey.ts'
import { getNetwork } from '../routes/getNetwork.ts'
import { getNotification } from '../routes/getNotification.ts'
import { getRelayer } from '../routes/getRelayer.ts'
import { getRelayerBalance } from '../routes/getRelayerBalance.ts'
import { getRelayerStatus } from '../routes/getRelayerStatus.ts'
import { getSigner } from '../routes/getSigner.ts'
import { getTimeline } from '../routes/getTimeline.ts'
import { getTransaction } from '../routes/getTransaction.ts'
import { getTransactionByNonce } from '../routes/getTransactionByNonce.ts'
import { health } from '../routes/health.ts'
import { listApiKeys } from '../routes/listApiKeys.ts'
import { listNetworks } from '../routes/listNetworks.ts'
import { listNotifications } from '../routes/listNotifications.ts'
import { listRelayers } from '../routes/listRelayers.ts'
import { listSigners } from '../routes/listSigners.ts'
import { listTransactions } from '../routes/listTransactions.ts'
import { findPlugin, listPlugins, updatePlugin } from '../routes/plugins.ts'
import { getMetric, listMetrics, scrapeMetrics } from '../routes/metrics.ts'
import { readiness } from '../routes/readiness.ts'
import { repairRelayer } from '../routes/repairRelayer.ts'
import { replaceTransaction } from '../routes/replaceTransaction.ts'
import { rotateApiKey } from '../routes/rotateApiKey.ts'
import { rpc } from '../routes/rpc.ts'
import { sendTransaction } from '../routes/sendTransaction.ts'
import { sign } from '../routes/sign.ts'
import { signTransaction } from '../routes/signTransaction.ts'
import { signTypedData } from '../routes/signTypedData.ts'
import { buildSponsored, quoteSponsored } from '../routes/sponsored.ts'
import { updateNetwork } from '../routes/updateNetwork.ts'
import { updateNotification } from '../routes/updateNotification.ts'
import { updateRelayer } from '../routes/updateRelayer.ts'
import { updateSigner } from '../routes/updateSigner.ts'
import type { Operation } from './operation.ts'

/** One operation of the API: the router is built from it, and so is the API's description. */
export interface OperationEntry {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters as the router writes them: `/api/v1/relayers/:relayerId`. Case matters; the earlier entry wins. */
  readonly path: string
  readonly operation: Operation
  /** What the caller's key must hold; `open`: no key is asked for. */
  readonly permission: Permission | 'open'
  /** `json`: a JSON body is required; `maybe`: none at all is `{}`. Absent: a body is not read. */
  readonly body?: 'json' | 'maybe'
  /** Takes `?dry_run=true`. All others that change something refuse it: who asks for no effect must not get one. */
  readonly hasDryRun?: true
  /** Answers keys that are limited to relayers although its path names none, and keeps to what they may see. */
  readonly keepsToRelayers?: true
}

const relayer = '/api/v1/relayers/:relayerId'
const transactions = `${relayer}/transactions`
const transaction = `${transactions}/:transactionId`
const signer = '/api/v1/signers/:signerId'
const notification = '/api/v1/notifications/:notificationId'
const network = '/api/v1/networks/:networkId'
const plugin = '/api/v1/plugins/:pluginId'
const apiKeys = { permission: 'admin', keepsToRelayers: true } as const
const apiKey = '/api/v1/api-keys/:apiKeyId'

/** The metrics, as the metrics port has them. */
export const metricsOperations: readonly OperationEntry[] = [
  { method: 'GET', path: '/metrics', operation: listMetrics, permission: 'admin' },
  { method: 'GET', path: '/metrics/:name', operation: getMetric, permission: 'admin' },
  { method: 'GET', path: '/debug/metrics/scrape', operation: scrapeMetrics, permission: 'admin' },
]

/** Which operation answers which method and path, what it takes and who may call it. */
export const operations: readonly OperationEntry[] = [
  { method: 'GET', path: '/v1/health', operation: health, permission: 'open' },
  { method: 'GET', path: '/api/v1/health', operation: health, permission: 'open' },
  { method: 'GET', path: '/api/v1/ready', operation: readiness, permission: 'open' },
  { method: 'GET', path: '/api-docs', operation: apiDocsPage, permission: 'open' },
  { method: 'GET', path: '/api-docs/openapi.json', operation: apiDocument, permission: 'open' },

  { method: 'GET', path: '/api/v1/relayers', operation: listRelayers, permission: 'tx:read', keepsToRelayers: true },
  { method: 'POST', path: '/api/v1/relayers', operation: createRelayer, permission: 'admin', body: 'json' },
  { method: 'GET', path: relayer, operation: getRelayer, permission: 'tx:read' },
  { method: 'PATCH', path: relayer, operation: updateRelayer, permission: 'admin', body: 'json' },
  { method: 'DELETE', path: relayer, operation: deleteRelayer, permission: 'admin' },
  { method: 'GET', path: `${relayer}/status`, operation: getRelayerStatus, permission: 'tx:read' },
  { method: 'GET', path: `${relayer}/balance`, operation: getRelayerBalance, permission: 'tx:read' },
  { method: 'GET', path: `${relayer}/doctor`, operation: diagnoseRelayer, permission: 'tx:read' },
  { method: 'POST', path: `${relayer}/doctor`, operation: repairRelayer, permission: 'admin', hasDryRun: true },

  { method: 'GET', path: transactions, operation: listTransactions, permission: 'tx:read' },
  {
    method: 'POST',
    path: transactions,
    operation: sendTransaction,
    permission: 'tx:send',
    body: 'json',
    hasDryRun: true,
  },
  {
    method: 'POST',
    path: `${transactions}/sponsored/quote`,
    operation: quoteSponsored,
    permission: 'tx:send',
    body: 'json',
  },
  {
    method: 'POST',
    path: `${transactions}/sponsored/build`,
    operation: buildSponsored,
    permission: 'tx:send',
    body: 'json',
  },
  { method: 'POST', path: `${transactions}/batch`, operation: createBatch, permission: 'tx:send', body: 'json' },
  { method: 'GET', path: `${transactions}/by-nonce/:nonce`, operation: getTransactionByNonce, permission: 'tx:read' },
  { method: 'DELETE', path: `${transactions}/pending`, operation: deletePendingTransactions, permission: 'tx:cancel' },
  { method: 'GET', path: transaction, operation: getTransaction, permission: 'tx:read' },
  { method: 'PUT', path: transaction, operation: replaceTransaction, permission: 'tx:send', body: 'json' },
  { method: 'DELETE', path: transaction, operation: cancelTransaction, permission: 'tx:cancel' },
  { method: 'GET', path: `${transaction}/timeline`, operation: getTimeline, permission: 'tx:read' },

  { method: 'POST', path: `${relayer}/sign`, operation: sign, permission: 'sign:message', body: 'json' },
  {
    method: 'POST',
    path: `${relayer}/sign-typed-data`,
    operation: signTypedData,
    permission: 'sign:typed-data',
    body: 'json',
  },
  {
    method: 'POST',
    path: `${relayer}/sign-transaction`,
    operation: signTransaction,
    permission: 'sign:transaction',
    body: 'json',
  },
  { method: 'POST', path: `${relayer}/rpc`, operation: rpc, permission: 'rpc', body: 'json' },

  { method: 'GET', path: '/api/v1/signers', operation: listSigners, permission: 'admin' },
  { method: 'POST', path: '/api/v1/signers', operation: createSigner, permission: 'admin', body: 'json' },
  { method: 'GET', path: signer, operation: getSigner, permission: 'admin' },
  { method: 'PATCH', path: signer, operation: updateSigner, permission: 'admin', body: 'maybe' },
  { method: 'DELETE', path: signer, operation: deleteSigner, permission: 'admin' },

  { method: 'GET', path: '/api/v1/notifications', operation: listNotifications, permission: 'admin' },
  { method: 'POST', path: '/api/v1/notifications', operation: createNotification, permission: 'admin', body: 'json' },
  { method: 'GET', path: notification, operation: getNotification, permission: 'admin' },
  { method: 'PATCH', path: notification, operation: updateNotification, permission: 'admin', body: 'maybe' },
  { method: 'DELETE', path: notification, operation: deleteNotification, permission: 'admin' },

  { method: 'GET', path: '/api/v1/networks', operation: listNetworks, permission: 'tx:read' },
  { method: 'GET', path: network, operation: getNetwork, permission: 'tx:read' },
  { method: 'PATCH', path: network, operation: updateNetwork, permission: 'admin', body: 'maybe' },

  { method: 'GET', path: '/api/v1/plugins', operation: listPlugins, permission: 'admin' },
  { method: 'GET', path: plugin, operation: findPlugin, permission: 'admin' },
  { method: 'PATCH', path: plugin, operation: updatePlugin, permission: 'admin', body: 'maybe' },
  ...[`${plugin}/call`, `${plugin}/call/*route`].flatMap(path => [
    { method: 'GET', path, operation: findPlugin, permission: 'admin' } as const,
    { method: 'POST', path, operation: findPlugin, permission: 'admin' } as const,
  ]),

  { method: 'GET', path: '/api/v1/api-keys', operation: listApiKeys, ...apiKeys },
  { method: 'POST', path: '/api/v1/api-keys', operation: createApiKey, body: 'json', ...apiKeys },
  { method: 'GET', path: apiKey, operation: getApiKey, ...apiKeys },
  { method: 'DELETE', path: apiKey, operation: deleteApiKey, ...apiKeys },
  { method: 'GET', path: `${apiKey}/permissions`, operation: getApiKeyPermissions, ...apiKeys },
  { method: 'POST', path: `${apiKey}/rotate`, operation: rotateApiKey, body: 'maybe', ...apiKeys },

  // the same metrics for who has a key; the metrics port needs none
  ...metricsOperations.map(entry => ({ ...entry, path: `/api/v1${entry.path}` })),
]
