import { type AccountState, type Head, type Reading, sequenceFromBigint } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import { readQuantity } from '../rpc/readQuantity.ts'
import type { RpcAnswer, RpcCall } from '../rpc/jsonRpc.ts'
import { toHex } from '../toHex.ts'

/**
 * Nonces, and balances where wanted, of accounts at a head: one request. The block is named by its hash (EIP-1898), so that
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
  const methods = want.balance ? ['eth_getTransactionCount', 'eth_getBalance'] : ['eth_getTransactionCount']
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
  const numbers = reading.value.map(answer => (answer.kind === 'result' ? readQuantity(answer.value) : null))
  if (numbers.includes(null)) {
    return { ok: false, reason: `${head.endpoint}: no account state at block ${head.height}`, retryAfterMs: null }
  }
  const states = accounts.map((account, index): AccountState => {
    const [nonce, balance] = numbers.slice(index * methods.length, (index + 1) * methods.length)
    return { account, sequence: sequenceFromBigint(nonce ?? 0n), balance: balance ?? null }
  })
  return { ok: true, value: states }
}

/** A complaint about the parameter's form. A block that is not found is something else: the head is gone. */
function refusesBlockHash(answer: RpcAnswer): boolean {
  if (answer.kind !== 'error') return false
  return (
    answer.code === -32602 ||
    /invalid (argument|param|block|type)|cannot unmarshal|unexpected type/i.test(answer.message)
  )
}
