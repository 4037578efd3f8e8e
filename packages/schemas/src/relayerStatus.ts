import * as z from 'zod/mini'
import { reason } from './explain.ts'
import { u53, u128 } from './integer.ts'
import { object } from './object.ts'
import { decimalU128 } from './quantity.ts'
import { variants } from './variants.ts'

const shared = {
  /** wei, lamports or stroops; a decimal string on the wire. */
  balance: decimalU128,
  /** Transactions in `pending`, `sent` or `submitted`. */
  pending_transactions_count: u53,
  last_confirmed_transaction_timestamp: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string(reason)),
  system_disabled: /* @__PURE__ */ z.boolean(reason),
  paused: /* @__PURE__ */ z.boolean(reason),
}

/** Answer of GET /relayers/{id}/status. `nonce` and `sequence_number` are decimal strings on the wire. */
export const relayerStatus = /* @__PURE__ */ variants('network_type', [
  /* @__PURE__ */ object({ network_type: /* @__PURE__ */ z.literal('evm', reason), ...shared, nonce: decimalU128 }),
  /* @__PURE__ */ object({ network_type: /* @__PURE__ */ z.literal('solana', reason), ...shared }),
  /* @__PURE__ */ object({
    network_type: /* @__PURE__ */ z.literal('stellar', reason),
    ...shared,
    sequence_number: decimalU128,
  }),
])
export type RelayerStatus = z.output<typeof relayerStatus>

/** Answer of GET /relayers/{id}/balance: a bare integer of up to 128 bits and its unit. */
export const relayerBalance = /* @__PURE__ */ object({
  balance: u128,
  unit: /* @__PURE__ */ z.enum(['wei', 'lamport', 'stroop'], reason),
})
export type RelayerBalance = z.output<typeof relayerBalance>
