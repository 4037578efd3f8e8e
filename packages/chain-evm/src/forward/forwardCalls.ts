import type { ForwardedAnswer, ForwardedCall, ForwardInput } from '@relayer/core'
import type { RpcError } from '@relayer/schemas'
import {
  RPC_INVALID_ADDRESS,
  RPC_INVALID_RAW_TRANSACTION,
  RPC_METHOD_REFUSED,
  RPC_RELAYER_TRANSACTION,
} from '@relayer/schemas/errors'
import type { EvmContext } from '../context.ts'
import { readPolicies } from '../validate/policies.ts'
import { answerOf } from './answerOf.ts'
import { hasBadAddress, ruleOf } from './methodRules.ts'
import { readSenders } from './readSenders.ts'

/** Passes on what may be passed on, in one batch, and answers the rest here. */
export async function forwardCalls(
  context: EvmContext,
  { policies, calls, relayerAccounts }: ForwardInput,
): Promise<readonly ForwardedAnswer[]> {
  const { rpcAllowedMethods: allowed } = readPolicies(policies)
  let accounts: Promise<ReadonlySet<string>> | undefined
  const isRelayers = async (senders: readonly string[]) => {
    const known = await (accounts ??= relayerAccounts())
    return senders.some(sender => known.has(sender))
  }

  const refusals: (RpcError | null)[] = []
  for (const call of calls) refusals.push(await refuse(call))
  const passed = calls.filter((_, index) => refusals[index] === null)
  const answers = (await context.pool.forward(passed)).map(answerOf)
  let next = 0
  return refusals.map(error => (error === null ? (answers[next++] as ForwardedAnswer) : { ok: false, error }))

  async function refuse({ method, params }: ForwardedCall): Promise<RpcError | null> {
    const rule = ruleOf(method, context.developmentMethods)
    const isNamed = allowed?.has(method) ?? false
    if (rule === 'nobody' || (rule === 'ifNamed' && !isNamed)) return RPC_METHOD_REFUSED
    if (allowed !== null && !isNamed) return RPC_METHOD_REFUSED
    if (rule === 'rawTransaction') {
      const senders = await readSenders(Array.isArray(params) ? params[0] : undefined)
      if (senders === null) return RPC_INVALID_RAW_TRANSACTION
      if (await isRelayers(senders)) return RPC_RELAYER_TRANSACTION
    }
    return hasBadAddress(method, params) ? RPC_INVALID_ADDRESS : null
  }
}
