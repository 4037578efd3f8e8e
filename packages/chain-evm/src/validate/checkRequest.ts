import { type EvmTransactionRequest, parseTimestamp } from '@relayer/schemas'
import {
  dataTooLong,
  FEE_BELOW_PRIORITY,
  GAS_LIMIT_REQUIRED,
  GAS_PRICE_TOO_HIGH,
  gasLimitTooLow,
  HALF_1559,
  INVALID_VALID_UNTIL,
  MIXED_PRICES,
  NO_TO_NO_DATA,
  NOT_WHITELISTED,
  VALID_UNTIL_PASSED,
} from '@relayer/schemas/errors'
import { floorGas, intrinsicGas } from './intrinsicGas.ts'
import type { EvmPolicies } from './policies.ts'

const zeroAddress = `0x${'0'.repeat(40)}`
/**
 * Bytes of `data` that fit in a transaction which nodes take: geth's pool refuses 128 KiB of transaction, and the other
 * fields and the signature need some hundreds.
 * @see https://github.com/ethereum/go-ethereum/blob/master/core/txpool/legacypool/legacypool.go `txMaxSize`
 */
const mostData = 128 * 1024 - 512

/** A request and what it is measured by. */
export interface CheckInput {
  readonly body: EvmTransactionRequest
  readonly policies: EvmPolicies
  /** The relayer's own account. */
  readonly account: string
  /** ms since the epoch */
  readonly now: number
}

/** Why a request is refused, and the field that it is about (the first, where it is about several). */
export interface Refusal {
  readonly reason: string
  readonly field: string
}

type Check = (input: CheckInput) => string | false | undefined

/** Why a request is refused, or null. Pure. The first check that fails speaks; the texts are the interface's. */
export function checkRequest(input: CheckInput): Refusal | null {
  for (const [field, check] of checks) {
    const reason = check(input)
    if (reason) return { reason, field }
  }
  return null
}

/** In the interface's order. */
const checks: readonly (readonly [field: string, check: Check])[] = [
  [
    'to',
    ({ body: { to }, policies: { whitelistReceivers }, account }) =>
      whitelistReceivers !== null &&
      ![...whitelistReceivers, zeroAddress, account.toLowerCase()].includes(to?.toLowerCase() ?? '') &&
      NOT_WHITELISTED,
  ],
  [
    'to',
    ({ body: { to, data } }) =>
      // empty data creates an empty contract, and the value would be lost with it
      !to && (data == null || /^(0x)?$/.test(data)) && NO_TO_NO_DATA,
  ],
  [
    'gas_limit',
    ({ body: { gas_limit }, policies }) => gas_limit == null && !policies.gasLimitEstimation && GAS_LIMIT_REQUIRED,
  ],
  [
    'gas_limit',
    ({ body: { to, data, gas_limit } }) => {
      const intrinsic = intrinsicGas(to || null, data ?? null)
      return gas_limit != null && gas_limit < intrinsic && gasLimitTooLow(intrinsic, gas_limit)
    },
  ],
  [
    'gas_limit',
    ({ body: { to, data, gas_limit } }) => {
      const floor = floorGas(to || null, data ?? null)
      return gas_limit != null && gas_limit < floor && gasLimitTooLow(floor, gas_limit)
    },
  ],
  [
    'valid_until',
    ({ body: { valid_until }, now }) => {
      if (valid_until == null) return false
      const validUntil = parseTimestamp(valid_until)
      if (validUntil === undefined) return INVALID_VALID_UNTIL
      return validUntil < now && VALID_UNTIL_PASSED
    },
  ],
  [
    'gas_price',
    ({ body }) =>
      [body.gas_price != null, body.speed != null, hasEip1559Price(body)].filter(Boolean).length > 1 && MIXED_PRICES,
  ],
  [
    'max_fee_per_gas',
    ({ body }) =>
      hasEip1559Price(body) && (body.max_fee_per_gas == null || body.max_priority_fee_per_gas == null) && HALF_1559,
  ],
  [
    'max_fee_per_gas',
    ({ body: { max_fee_per_gas: maxFee, max_priority_fee_per_gas: tip } }) =>
      maxFee != null && tip != null && maxFee < tip && FEE_BELOW_PRIORITY,
  ],
  [
    'gas_price',
    ({ body: { gas_price }, policies: { gasPriceCap } }) =>
      gas_price != null && gasPriceCap !== null && gas_price > gasPriceCap && GAS_PRICE_TOO_HIGH,
  ],
  ['data', ({ body: { data } }) => data != null && (data.length - 2) / 2 > mostData && dataTooLong(mostData)],
  // The schema has refused these already; a body that did not pass it must not reach a signer.
  ['to', ({ body: { to } }) => !!to && !/^0x[\da-f]{40}$/i.test(to) && 'Invalid address'],
  ['data', ({ body: { data } }) => data != null && !/^(0x)?([\da-f]{2})*$/i.test(data) && 'Invalid data'],
]

function hasEip1559Price({ max_fee_per_gas, max_priority_fee_per_gas }: EvmTransactionRequest): boolean {
  return max_fee_per_gas != null || max_priority_fee_per_gas != null
}
