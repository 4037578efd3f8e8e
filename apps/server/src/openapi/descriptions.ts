import { apiKeys } from './descriptions/apiKeys.ts'
import { metrics } from './descriptions/metrics.ts'
import { networks } from './descriptions/networks.ts'
import { notifications } from './descriptions/notifications.ts'
import { plugins } from './descriptions/plugins.ts'
import { relayers } from './descriptions/relayers.ts'
import { service } from './descriptions/service.ts'
import { signers } from './descriptions/signers.ts'
import { signing } from './descriptions/signing.ts'
import { transactions } from './descriptions/transactions.ts'
import type { TagDescription } from './operationDescription.ts'

/** Every description, in the order in which the page shows them. A test compares them with the table of operations. */
export const descriptions: readonly TagDescription[] = [
  relayers,
  transactions,
  signing,
  signers,
  notifications,
  networks,
  plugins,
  apiKeys,
  metrics,
  service,
]
