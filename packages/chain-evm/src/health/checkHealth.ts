import type { HealthInput, HealthProblem } from '@relayer/core'
import { readAccounts } from '../accounts/readAccounts.ts'
import type { EvmContext } from '../context.ts'
import { readHead } from '../heads/readHead.ts'
import { readPolicies } from '../validate/policies.ts'

/**
 * What keeps accounts from working: a head from an endpoint that serves the right chain, their nonces and their balances
 * through it, in two requests for all of them. Where nothing can be read, nothing is said of balances.
 */
export async function checkHealth(
  context: EvmContext,
  inputs: readonly HealthInput[],
): Promise<readonly (readonly HealthProblem[])[]> {
  if (inputs.length === 0) return []
  const head = await readHead(context)
  if (!head.ok) {
    const { reason } = head
    return inputs.map(() => [
      { kind: 'sequence', reason },
      { kind: 'endpoint', reason },
    ])
  }
  const accounts = [...new Set(inputs.map(({ account }) => account))]
  const states = await readAccounts(context, head.value, accounts, { balance: true })
  if (!states.ok) return inputs.map(() => [{ kind: 'sequence', reason: states.reason }])
  const balances = new Map(states.value.map(({ account, balance }) => [account, balance ?? 0n]))
  return inputs.map(({ account, policies }): readonly HealthProblem[] => {
    const { minBalance } = readPolicies(policies)
    const balance = balances.get(account) ?? 0n
    return balance < minBalance ? [{ kind: 'balance', reason: `${balance} wei is below the least, ${minBalance}` }] : []
  })
}
