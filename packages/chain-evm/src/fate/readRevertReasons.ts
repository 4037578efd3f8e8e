import type { AttemptRecord } from '@relayer/core'
import { type Hex, parseTransaction } from 'viem'
import type { EvmContext } from '../context.ts'
import { findHex } from '../gas/revertReason.ts'
import type { HeadFacts } from '../heads/headCache.ts'
import type { RpcCall } from '../rpc/jsonRpc.ts'
import { lacksMethod } from '../rpc/lacksMethod.ts'
import { toHex } from '../toHex.ts'

/** What consumers match in `status_reason`. */
const plainReason = 'Transaction reverted on-chain (receipt status: failed)'

/** Most digits of revert data in a reason. */
const maxDigits = 4_096

/** Why attempts reverted that have just been found on chain, by id. Data are asked for once, and only where wished for. */
export async function readRevertReasons(
  context: EvmContext,
  facts: HeadFacts,
  reverted: readonly AttemptRecord[],
): Promise<ReadonlyMap<string, string>> {
  const { revertReasons } = facts
  const wanted = reverted.filter(({ id, details }) => details['include_revert_data'] === true && !revertReasons.has(id))
  const data = await readRevertData(context, facts, wanted)
  for (const { id } of wanted) revertReasons.set(id, reasonOf(data.get(id) ?? null))
  return new Map(reverted.map(({ id }) => [id, revertReasons.get(id) ?? plainReason]))
}

function reasonOf(data: Hex | null): string {
  if (data === null) return plainReason
  const digits = data.slice(2)
  const shown = digits.length > maxDigits ? `${digits.slice(0, maxDigits)}... [truncated]` : digits
  return `Transaction reverted on-chain (revert_data: 0x${shown})`
}

/**
 * By traces; where the node has none, by running the transactions again on the state of their block, which need not end the
 * same way. Nothing for those of which neither tells. Whatever goes wrong here is not held against the endpoint.
 */
async function readRevertData(
  context: EvmContext,
  facts: HeadFacts,
  attempts: readonly AttemptRecord[],
): Promise<ReadonlyMap<string, Hex>> {
  const { head, receipts } = facts
  const found = new Map<string, Hex>()
  const noTraces = `${head.endpoint} debug_traceTransaction`
  const ask = async (asked: readonly AttemptRecord[], callOf: (attempt: AttemptRecord) => RpcCall) => {
    const reading = await context.pool.askAt(head.endpoint, asked.map(callOf), { aside: true })
    return asked.map((attempt, index) => [attempt, reading.ok ? reading.value[index] : undefined] as const)
  }
  if (!context.missing.has(noTraces)) {
    for (const [{ id }, answer] of await ask(attempts, traceOf)) {
      if (lacksMethod(answer)) context.missing.add(noTraces)
      const { output } = (answer?.kind === 'result' ? (answer.value ?? {}) : {}) as { output?: unknown }
      if (isData(output)) found.set(id, output)
    }
  }
  const replays = attempts.filter(({ id }) => !found.has(id))
  const replayOf = (attempt: AttemptRecord): RpcCall => ({
    method: 'eth_call',
    params: [paramsOf(attempt), toHex(receipts.get(attempt.id)?.blockHeight ?? head.height)],
  })
  for (const [{ id }, answer] of await ask(replays, replayOf)) {
    const data = answer?.kind === 'error' ? findHex(answer.data) : null
    if (isData(data)) found.set(id, data)
  }
  return found
}

function traceOf({ id }: AttemptRecord): RpcCall {
  return { method: 'debug_traceTransaction', params: [id, { tracer: 'callTracer' }] }
}

function isData(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x([\da-f]{2})+$/i.test(value)
}

/** What an attempt did, as the parameter of a call. */
function paramsOf({ raw, account }: AttemptRecord): Record<string, string> {
  try {
    const transaction = parseTransaction(raw as Hex)
    const { to, value = 0n, data = '0x', gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction
    const quantities = { value, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas }
    const given = Object.entries(quantities).flatMap(([name, wei]) => (wei === undefined ? [] : [[name, toHex(wei)]]))
    return { from: account, ...(to && { to }), data, ...Object.fromEntries(given) }
  } catch {
    // Bytes that are no transaction did not land either.
    return { from: account }
  }
}
