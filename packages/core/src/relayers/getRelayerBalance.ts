import type { NetworkType } from '@relayer/schemas'
import type { Context } from '../context/context.ts'
import { succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import { readAccount } from './readAccount.ts'

/** What an account holds, in the chain's smallest unit. */
export interface RelayerBalance {
  readonly balance: bigint
  readonly unit: 'wei' | 'lamport' | 'stroop'
}

const units: Readonly<Record<NetworkType, RelayerBalance['unit']>> = {
  evm: 'wei',
  solana: 'lamport',
  stellar: 'stroop',
}

/** Asks the chain for the balance of a relayer, paused or disabled ones included. `PROVIDER_FAILED` when it doesn't tell. */
export async function getRelayerBalance(ctx: Context, relayerId: string): Promise<Result<RelayerBalance>> {
  const read = await readAccount(ctx, relayerId)
  if (!read.ok) return read
  const { relayer, state } = read.value
  return succeed({ balance: state.balance, unit: units[relayer.networkType] })
}
