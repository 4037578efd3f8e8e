import type { LaneCommit } from '@relayer/core'

/** A moment in the life of a transaction: before or after the first call of its kind that fits. */
export interface LaneStep {
  /** `rpc <method>`, or a method of the store. */
  readonly call: string
  readonly when: 'before' | 'after'
  /** Which calls fit, by their first argument; absent: all. */
  readonly fits?: (argument: unknown) => boolean
}

const commit = (when: LaneStep['when'], fits: (commit: LaneCommit) => boolean): LaneStep => ({
  call: 'lanes.commit',
  when,
  fits: argument => fits(argument as LaneCommit),
})
const binds = ({ newAttempts }: LaneCommit) => newAttempts.some(({ number }) => number === 1)
const rebinds = ({ newAttempts }: LaneCommit) => newAttempts.some(({ number }) => number > 1)
const notes = ({ attempts }: LaneCommit) =>
  attempts.some(({ broadcast, landing }) => broadcast === 'acknowledged' && landing === null)
const brings =
  (status: string) =>
  ({ transactions }: LaneCommit) =>
    transactions.some(({ transaction }) => transaction.status === status)

/** The steps of `reconcileLane` and of what clients write beside it, in the order a transaction meets them. */
export const laneSteps: Readonly<Record<string, LaneStep>> = {
  'before a transaction is accepted': { call: 'transactions.create', when: 'before' },
  'after a transaction is accepted, before its client is told': { call: 'transactions.create', when: 'after' },
  'after the lease': { call: 'lanes.acquire', when: 'after' },
  'after the lane is loaded': { call: 'lanes.load', when: 'after' },
  'after the due rows are read': { call: 'lanes.due', when: 'after' },
  'after the head is read': { call: 'rpc eth_getBlockByNumber', when: 'after' },
  'after the account is observed': { call: 'rpc eth_getTransactionCount', when: 'after' },
  'after the gas is estimated': { call: 'rpc eth_estimateGas', when: 'after' },
  'before the binding commit': commit('before', binds),
  'after the binding commit': commit('after', binds),
  'before the broadcast': { call: 'rpc eth_sendRawTransaction', when: 'before' },
  'after the broadcast, before its outcomes are known': { call: 'rpc eth_sendRawTransaction', when: 'after' },
  'before the outcomes are committed': commit('before', notes),
  'after the outcomes are committed': commit('after', notes),
  'before a replacement is accepted': { call: 'transactions.write', when: 'before' },
  'after a replacement is accepted': { call: 'transactions.write', when: 'after' },
  'before a replacement is bound': commit('before', rebinds),
  'after a replacement is bound': commit('after', rebinds),
  'after the receipts are read': { call: 'rpc eth_getTransactionReceipt', when: 'after' },
  'before the settling commit': commit('before', brings('mined')),
  'after the settling commit': commit('after', brings('mined')),
  'before the confirming commit': commit('before', brings('confirmed')),
  'after the confirming commit': commit('after', brings('confirmed')),
}
