import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { AccountState } from '../ports/chain.ts'
import { findRelayer, type FoundRelayer } from '../transactions/findRelayer.ts'

/** A relayer with what its chain says of its account now. `PROVIDER_FAILED` when no endpoint answers. */
export async function readAccount(
  ctx: Context,
  relayerId: string,
): Promise<Result<FoundRelayer & { readonly state: AccountState & { readonly balance: bigint } }>> {
  const found = await findRelayer(ctx, relayerId)
  if (!found.ok) return found
  const { chain, relayer } = found.value
  const head = await chain.head()
  const states = head.ok ? await chain.accounts(head.value, [relayer.address], { balance: true }) : head
  if (!states.ok) return fail('PROVIDER_FAILED', states.reason)
  const [state] = states.value
  if (state === undefined || state.balance === null) return fail('PROVIDER_FAILED', 'no endpoint tells the balance')
  return succeed({ ...found.value, state: { ...state, balance: state.balance } })
}
