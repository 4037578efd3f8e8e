import { byteLength } from './byteLength.ts'
import type { EvmPolicy } from './evmPolicy.ts'
import { INVALID_ID, isId } from './id.ts'
import type { NetworkType } from './networkType.ts'
import { isSolanaKey } from './solanaInstruction.ts'
import type { SolanaPolicy } from './solanaPolicy.ts'
import type { StellarPolicy } from './stellarPolicy.ts'

/** The fields of a relayer that have rules of their own; custom RPC URLs need the server's settings and are not here. */
export type RelayerFields = {
  readonly id?: string | null | undefined
  readonly name: string
  readonly network: string
  readonly signer_id: string
}

/** The rules of a relayer's plain fields (http.md 10.3): text of the first one broken, or undefined. */
export function checkRelayerFields({ id, name, network, signer_id: signerId }: RelayerFields): string | undefined {
  if (id === '') return 'ID cannot be empty'
  if (typeof id === 'string' && byteLength(id) > 36) return 'ID must not exceed 36 characters'
  if (typeof id === 'string' && !isId(id)) return INVALID_ID
  if (name === '') return 'Name cannot be empty'
  if (network === '') return 'Network cannot be empty'
  return signerId === '' ? 'Invalid relayer policy: Signer ID cannot be empty' : undefined
}

type Refusal = string | false | undefined
const first = (refusals: readonly Refusal[]): string | undefined => refusals.find(text => typeof text === 'string')

const negativeMargin = (percentage: number | null | undefined): Refusal =>
  typeof percentage === 'number' && percentage < 0 && 'Negative fee margin percentage values are not accepted'

/** Six or seven fields, seconds first; what each field means is the scheduler's to judge. */
function checkCron(schedule: string | null | undefined): Refusal {
  if (typeof schedule !== 'string') return undefined
  if (schedule === '') return 'Empty cron schedule is not accepted'
  return !/^[\w*/,?-]+(?:\s+[\w*/,?-]+){5,6}$/.test(schedule.trim()) && 'Invalid cron schedule format'
}

const swapNeedsUser = (strategy: string | null | undefined): Refusal =>
  strategy === 'relayer' && 'Swap config only supported for user fee payment strategy'

type JupiterOptions = NonNullable<NonNullable<SolanaPolicy['swap_config']>['jupiter_swap_options']>

function checkJupiter({ priority_fee_max_lamports: max, priority_level: level }: JupiterOptions): string | undefined {
  const hasMax = typeof max === 'bigint'
  const hasLevel = typeof level === 'string'
  return first([
    max === 0n && 'Max lamports must be greater than 0',
    level === '' && 'Priority level cannot be empty',
    hasLevel &&
      !['medium', 'high', 'veryHigh'].includes(level) &&
      'Priority level must be one of: medium, high, veryHigh',
    hasLevel && !hasMax && 'Priority Fee Max lamports must be set if priority level is set',
    hasMax && !hasLevel && 'Priority level must be set if priority fee max lamports is set',
  ])
}

function checkSolana(policy: SolanaPolicy, network: string): string | undefined {
  const swap = policy.swap_config
  const keys = [policy.allowed_accounts, policy.disallowed_accounts, policy.allowed_programs].flatMap(
    list => list ?? [],
  )
  const mints = (policy.allowed_tokens ?? []).map(token => token.mint)
  const jupiter = { 'jupiter-swap': 'JupiterSwap', 'jupiter-ultra': 'JupiterUltra', noop: '' }[swap?.strategy ?? 'noop']
  return first([
    ![...keys, ...mints].every(isSolanaKey) && 'Public key must be a valid Solana address',
    negativeMargin(policy.fee_margin_percentage),
    (policy.allowed_accounts?.length ?? 0) > 0 &&
      (policy.disallowed_accounts?.length ?? 0) > 0 &&
      'allowed_accounts and disallowed_accounts cannot be both present',
    swap && swapNeedsUser(policy.fee_payment_strategy),
    jupiter !== '' && network !== 'mainnet-beta' && `${jupiter} strategy is only supported on mainnet-beta`,
    swap && checkCron(swap.cron_schedule),
    swap?.jupiter_swap_options &&
      swap.strategy !== 'jupiter-swap' &&
      'JupiterSwap options are only valid for JupiterSwap strategy',
    swap?.jupiter_swap_options && checkJupiter(swap.jupiter_swap_options),
  ] as Refusal[])
}

/** Why a token is no asset of Stellar: accepted are `native`, `XLM`, empty, `C…` and `CODE:ISSUER`. */
function checkAsset(asset: string): Refusal {
  if (asset === 'native' || asset === 'XLM' || asset === '' || /^C[0-9A-Z]{55}$/.test(asset)) return undefined
  const [code = '', issuer, ...rest] = asset.split(':')
  if (issuer === undefined || rest.length > 0) {
    return "Asset identifier must be 'native', 'XLM', 'CODE:ISSUER', or a contract address"
  }
  if (code.length < 1 || code.length > 12) return 'Asset code must be between 1 and 12 characters'
  if (!/^[\da-z]+$/i.test(code)) return 'Asset code must contain only alphanumeric characters'
  if (issuer.length !== 56) return 'Issuer address must be 56 characters long'
  if (!issuer.startsWith('G')) return "Issuer address must start with 'G'"
  return !/^G[0-9A-Z]{55}$/.test(issuer) && 'Issuer address must be a valid Stellar address'
}

function checkStellar(policy: StellarPolicy | null | undefined): string | undefined {
  if (!policy) return 'Stellar policy is required. fee_payment_strategy is required'
  const { slippage_percentage: slippage, swap_config: swap } = policy
  return first([
    !policy.fee_payment_strategy && 'Fee payment strategy is required',
    negativeMargin(policy.fee_margin_percentage),
    typeof slippage === 'number' && (slippage < 0 || slippage > 100) && 'Slippage percentage must be between 0 and 100',
    ...(policy.allowed_tokens ?? []).map(token => checkAsset(token.asset)),
    swap ? swapNeedsUser(policy.fee_payment_strategy) : undefined,
    swap && (swap.strategies?.length ?? 0) === 0 ? 'Swap config must include at least one strategy' : undefined,
    swap ? checkCron(swap.cron_schedule) : undefined,
  ])
}

/**
 * The rules of a whole relayer policy (http.md 10.2): text of the first one broken, with its prefix
 * `Invalid relayer policy: `, or undefined. An EVM policy has none. Run it on the result of an update.
 *
 * @param network name of the network: Jupiter swaps exist on `mainnet-beta` only
 */
export function checkRelayerPolicy(
  networkType: NetworkType,
  policy: EvmPolicy | SolanaPolicy | StellarPolicy | null | undefined,
  network: string,
): string | undefined {
  if (networkType === 'evm') return undefined
  const refused =
    networkType === 'stellar'
      ? checkStellar(policy as StellarPolicy | null | undefined)
      : policy && checkSolana(policy as SolanaPolicy, network)
  return refused ? `Invalid relayer policy: ${refused}` : undefined
}
