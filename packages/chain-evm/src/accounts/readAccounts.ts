import { type AccountState, type Head, type Reading, sequenceFromBigint } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import { readQuantity } from '../rpc/readQuantity.ts'
import type { RpcAnswer, RpcCall } from '../rpc/jsonRpc.ts'
import { toHex } from '../toHex.ts'

/**
 * Nonces, and balances and delegations where wanted, of accounts at a head: one request. The block is named by its hash (EIP-1898), so that
 * a reorg between two calls can't mix two chains; by its number at endpoints that turn out not to take a hash.
 */
export async function readAccounts(
  context: EvmContext,
  head: Head,
  accounts: readonly string[],
  want: { readonly balance: boolean },
): Promise<Reading<readonly AccountState[]>> {
  if (accounts.length === 0) return { ok: true, value: [] }
  const byNumber = `${head.endpoint} blockHash`
  const methods = want.balance
    ? ['eth_getTransactionCount', 'eth_getBalance', 'eth_getCode']
    : ['eth_getTransactionCount']
  const ask = () => {
    const block = context.missing.has(byNumber) ? toHex(head.height) : { blockHash: head.hash }
    const calls = accounts.flatMap(account => methods.map((method): RpcCall => ({ method, params: [account, block] })))
    return context.pool.askAt(head.endpoint, calls)
  }
  let reading = await ask()
  if (reading.ok && !context.missing.has(byNumber) && reading.value.some(refusesBlockHash)) {
    context.missing.add(byNumber)
    reading = await ask()
  }
  if (!reading.ok) return reading
  const states: AccountState[] = []
  for (const [index, account] of accounts.entries()) {
    const answers = reading.value.slice(index * methods.length, (index + 1) * methods.length)
    const [nonce, balance] = answers
      .slice(0, 2)
      .map(answer => (answer.kind === 'result' ? readQuantity(answer.value) : null))
    if (nonce == null || (want.balance && balance == null)) {
      return { ok: false, reason: `${head.endpoint}: no account state at block ${head.height}`, retryAfterMs: null }
    }
    const maxInFlight = isDelegated(answers[2]) ? 1 : null
    states.push({ account, sequence: sequenceFromBigint(nonce), balance: balance ?? null, maxInFlight })
  }
  return { ok: true, value: states }
}

/** The code of an EIP-7702 delegation: geth's pool and others take one transaction of such an account at a time. */
function isDelegated(answer: RpcAnswer | undefined): boolean {
  return answer?.kind === 'result' && /^0xef0100/i.test(String(answer.value))
}

/** A complaint about the parameter's form. A block that is not found is something else: the head is gone. */
function refusesBlockHash(answer: RpcAnswer): boolean {
  if (answer.kind !== 'error') return false
  return (
    answer.code === -32602 ||
    /invalid (argument|param|block|type)|cannot unmarshal|unexpected type/i.test(answer.message)
  )
}
