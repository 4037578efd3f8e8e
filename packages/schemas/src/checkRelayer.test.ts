import { describe, expect, test } from 'vitest'
import { checkRelayerFields, checkRelayerPolicy } from './checkRelayer.ts'

const relayer = { name: 'a', network: 'sepolia', signer_id: 's' }
const account = `G${'A'.repeat(55)}`
const key = '2'.repeat(40)

test.each([
  [{ id: '' }, 'ID cannot be empty'],
  [{ id: 'a'.repeat(37) }, 'ID must not exceed 36 characters'],
  [{ id: 'ä'.repeat(19) }, 'ID must not exceed 36 characters'],
  [
    { id: 'a b' },
    'ID must contain only letters, numbers, dashes and underscores and must be at most 36 characters long',
  ],
  [{ name: '' }, 'Name cannot be empty'],
  [{ network: '' }, 'Network cannot be empty'],
  [{ signer_id: '' }, 'Invalid relayer policy: Signer ID cannot be empty'],
  [{ id: null }, undefined],
])('fields %j: %s', (fields, text) => {
  expect(checkRelayerFields({ ...relayer, ...fields })).toBe(text)
})

const withPrefix = (text: string | undefined) => text && `Invalid relayer policy: ${text}`

describe('policies', () => {
  const swap = { strategy: 'jupiter-swap' } as const
  test.each([
    [{ allowed_programs: ['x'] }, 'Public key must be a valid Solana address'],
    [{ allowed_tokens: [{ mint: 'x' }] }, 'Public key must be a valid Solana address'],
    [{ fee_margin_percentage: -1 }, 'Negative fee margin percentage values are not accepted'],
    [
      { allowed_accounts: [key], disallowed_accounts: [key] },
      'allowed_accounts and disallowed_accounts cannot be both present',
    ],
    [{ fee_payment_strategy: 'relayer', swap_config: {} }, 'Swap config only supported for user fee payment strategy'],
    [
      { swap_config: { strategy: 'jupiter-ultra' } },
      'JupiterUltra strategy is only supported on mainnet-beta',
      'devnet',
    ],
    [{ swap_config: { cron_schedule: '' } }, 'Empty cron schedule is not accepted'],
    [{ swap_config: { cron_schedule: '* * * * *' } }, 'Invalid cron schedule format'],
    [{ swap_config: { jupiter_swap_options: {} } }, 'JupiterSwap options are only valid for JupiterSwap strategy'],
    [
      { swap_config: { ...swap, jupiter_swap_options: { priority_level: 'low' } } },
      'Priority level must be one of: medium, high, veryHigh',
    ],
    [
      { swap_config: { ...swap, jupiter_swap_options: { priority_level: 'high' } } },
      'Priority Fee Max lamports must be set if priority level is set',
    ],
    [{ swap_config: { ...swap, cron_schedule: '0 */5 * * * *' } }, undefined],
    [null, undefined],
  ])('solana %#', (policy, text, network = 'mainnet-beta') => {
    expect(checkRelayerPolicy('solana', policy as never, network)).toBe(withPrefix(text))
  })

  test('jupiter lamports', () => {
    const check = (max: bigint) =>
      checkRelayerPolicy(
        'solana',
        { swap_config: { ...swap, jupiter_swap_options: { priority_fee_max_lamports: max } } },
        'mainnet-beta',
      )
    expect(check(0n)).toBe(withPrefix('Max lamports must be greater than 0'))
    expect(check(1n)).toBe(withPrefix('Priority level must be set if priority fee max lamports is set'))
  })

  test.each([
    [null, 'Stellar policy is required. fee_payment_strategy is required'],
    [{}, 'Fee payment strategy is required'],
    [{ slippage_percentage: 101 }, 'Slippage percentage must be between 0 and 100'],
    [
      { allowed_tokens: [{ asset: 'USDC' }] },
      "Asset identifier must be 'native', 'XLM', 'CODE:ISSUER', or a contract address",
    ],
    [{ allowed_tokens: [{ asset: `:${account}` }] }, 'Asset code must be between 1 and 12 characters'],
    [{ allowed_tokens: [{ asset: `U$:${account}` }] }, 'Asset code must contain only alphanumeric characters'],
    [{ allowed_tokens: [{ asset: 'USDC:G' }] }, 'Issuer address must be 56 characters long'],
    [{ allowed_tokens: [{ asset: `USDC:A${'A'.repeat(55)}` }] }, "Issuer address must start with 'G'"],
    [{ allowed_tokens: [{ asset: `USDC:G${'a'.repeat(55)}` }] }, 'Issuer address must be a valid Stellar address'],
    [{ swap_config: { strategies: [] } }, 'Swap config must include at least one strategy'],
    [
      { allowed_tokens: [{ asset: 'native' }, { asset: `C${'A'.repeat(55)}` }, { asset: `USDC:${account}` }] },
      undefined,
    ],
  ])('stellar %#', (policy, text) => {
    const full = policy && (Object.keys(policy).length > 0 ? { fee_payment_strategy: 'user', ...policy } : policy)
    expect(checkRelayerPolicy('stellar', full as never, 'testnet')).toBe(withPrefix(text))
  })

  test('evm has no rules', () => {
    expect(checkRelayerPolicy('evm', null, 'sepolia')).toBeUndefined()
  })
})
