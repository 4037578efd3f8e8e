import type { Chain } from '@relayer/core'
import { isConsumed } from './accounts/isConsumed.ts'
import { nextSequence } from './accounts/nextSequence.ts'
import { readAccounts } from './accounts/readAccounts.ts'
import { addressOf } from './addressOf.ts'
import { afterTimeout } from './after.ts'
import { broadcastAttempts } from './broadcast/broadcastAttempts.ts'
import { buildAttempts } from './build/buildAttempts.ts'
import { quoteItems } from './build/quoteItems.ts'
import { createContext } from './context.ts'
import { describeTransaction } from './describe/describeTransaction.ts'
import { readFates } from './fate/readFates.ts'
import { forwardCalls } from './forward/forwardCalls.ts'
import { checkHealth } from './health/checkHealth.ts'
import { identifyConsumer } from './identify/identifyConsumer.ts'
import { readHead } from './heads/readHead.ts'
import { subscribeHeads } from './heads/subscribeHeads.ts'
import type { EvmChainOptions } from './options.ts'
import { signItems } from './sign/signItems.ts'
import { traitsOf } from './traits.ts'
import { checkPolicies } from './validate/checkPolicies.ts'
import { readPolicies } from './validate/policies.ts'
import { validateAll } from './validate/validateAll.ts'

/**
 * An EVM network behind the `Chain` port of `@relayer/core`. Make one per network and share it among relayers: the head,
 * the fee quote and the receipts of a head are asked once, whoever needs them.
 *
 * @example
 * const chain = createEvmChain({
 *   chainId: 11155111,
 *   rpcUrls: [{ url: 'https://rpc.example.org/key' }],
 *   requiredConfirmations: 6,
 *   averageBlockTimeMs: 12_000,
 *   features: ['eip1559'],
 * })
 * const head = await chain.head()
 */
export function createEvmChain(options: EvmChainOptions): Chain {
  const context = createContext(options)
  return {
    family: 'evm',
    identity: String(options.chainId),
    curve: 'secp256k1',
    traits: traitsOf(options.tags ?? [], options.averageBlockTimeMs, options.requiredConfirmations),
    addressOf,
    checkPolicies: policies => checkPolicies(policies, { hasPrivate: context.privatePool !== null }),
    minimumBalance: policies => readPolicies(policies).minBalance,
    health: inputs => checkHealth(context, inputs),
    validate: inputs => validateAll(context, inputs),
    head: () => readHead(context),
    accounts: (head, accounts, want) => readAccounts(context, head, accounts, want),
    nextSequence,
    isConsumed,
    fate: (head, attempts) => readFates(context, head, attempts),
    build: input => buildAttempts(context, input),
    quote: input => quoteItems(context, input),
    broadcast: attempts => broadcastAttempts(context, attempts),
    identify: (head, slot, requests) => identifyConsumer(context, head, slot, requests),
    subscribeHeads: (onHead, onEnd) => {
      const { headSources: sources, chainId, blockTimeMs } = context
      if (sources.length === 0) return null
      return subscribeHeads({ sources, chainId, blockTimeMs, after: options.after ?? afterTimeout }, onHead, onEnd)
    },
    sign: signItems,
    forward: input => forwardCalls(context, input),
    describe: describeTransaction,
  }
}
