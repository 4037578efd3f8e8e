import type { AttemptRecord } from '@relayer/core'
import { balanceBelowMinimum, insufficientBalance } from '@relayer/schemas/errors'
import { readAccounts } from '../accounts/readAccounts.ts'
import type { EvmContext } from '../context.ts'
import { ceilingOf } from '../fees/feeQuote.ts'
import { floorOver, priceOfAttempt } from '../fees/outbid.ts'
import { wantedPrice } from '../fees/wantedPrice.ts'
import { readHead } from '../heads/readHead.ts'
import { floorGas } from './intrinsicGas.ts'
import type { EvmRequest } from './evmRequest.ts'

/** A replacement, and what its account must keep. */
export interface FundsInput {
  readonly account: string
  readonly request: EvmRequest
  readonly previous: readonly AttemptRecord[]
  /** wei */
  readonly minBalance: bigint
}

/**
 * Why an account can't pay a replacement, or null. The cost is the least it can be: the value, and the gas at the price that is
 * named or that outbids. Where no endpoint answers nothing is refused: the lane will find out.
 */
export async function checkFunds(
  context: EvmContext,
  { account, request, previous, minBalance }: FundsInput,
): Promise<string | null> {
  const head = await readHead(context)
  if (!head.ok) return null
  const states = await readAccounts(context, head.value, [account], { balance: true })
  const balance = states.ok ? (states.value[0]?.balance ?? null) : null
  if (balance === null) return null
  const cost = leastCost(request, previous)
  if (cost > balance) return insufficientBalance(balance, cost)
  return balance - cost < minBalance ? balanceBelowMinimum(balance, cost, minBalance) : null
}

function leastCost(request: EvmRequest, previous: readonly AttemptRecord[]): bigint {
  const { to, data, gas_limit: given } = request
  const gas = given === null ? floorGas(to, data) : BigInt(given)
  const wanted = wantedPrice(request)
  const named = typeof wanted === 'string' ? 0n : ceilingOf(wanted)
  const outbids = floorOver(previous.map(priceOfAttempt))?.ceiling ?? 0n
  return BigInt(request.value) + gas * (named > outbids ? named : outbids)
}
