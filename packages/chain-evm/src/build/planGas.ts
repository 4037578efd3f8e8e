import type { EvmContext } from '../context.ts'
import type { GasEstimate } from '../gas/estimateGas.ts'
import { defaultGasLimit, withMargin } from '../gas/gasLimit.ts'
import type { Draft } from './draft.ts'
import { notYet } from './notYet.ts'
import type { Unbuilt } from './planned.ts'

/** Gas of a no-op where the estimate fails; the least that any transaction takes. */
const voidGas = 21_000n

/** The gas limit of a draft, or why there is none. Pure. `estimate` is undefined when none was asked for. */
export function planGas(
  context: EvmContext,
  { item, gasLimit, target }: Draft,
  estimate: GasEstimate | undefined,
  blockGasLimit: bigint,
): { readonly kind: 'gas'; readonly gas: bigint } | Unbuilt {
  const within = (gas: bigint) =>
    gas > blockGasLimit
      ? { kind: 'rejected' as const, reason: `gas limit ${gas} exceeds the block gas limit ${blockGasLimit}` }
      : { kind: 'gas' as const, gas }
  if (gasLimit !== null) return within(gasLimit)
  if (estimate?.kind === 'gas') return within(withMargin(estimate.gas, blockGasLimit))
  if (item.revision === null) return { kind: 'gas', gas: voidGas }
  switch (estimate?.kind) {
    case 'reverted':
      return { kind: 'rejected', reason: estimate.reason }
    case 'funds':
      return notYet(context, 'waiting for funds')
    case 'unavailable':
      return notYet(context, 'waiting for an endpoint')
    default:
      return within(defaultGasLimit(target))
  }
}
