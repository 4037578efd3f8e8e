import { DISABLED_DETAILS } from '@relayer/schemas'
import type { HealthProblem } from '../ports/chain.ts'
import type { DisabledReason, RelayerRecord } from '../records/resources.ts'

/** What is known of a relayer's health in this process. */
export interface HealthCheck {
  /** The version of the record that was looked at; a changed record is looked at at once. */
  readonly version: string
  /** Failed looks in a row. */
  readonly failures: number
  /** When to look again, ms since the epoch. */
  readonly dueAt: number
}

/** How often a relayer that works is looked at, and one that does not, ms. */
export interface HealthPace {
  readonly healthMs: number
  readonly disabledRetriesMs: readonly number[]
}

/** `next` null: the record stays. `tell`: a webhook tells of the change. */
export interface HealthPlan {
  readonly next: RelayerRecord | null
  readonly tell: boolean
  readonly failures: number
  readonly afterMs: number
}

/** Failed looks in a row that disable a relayer which has worked in this process: one endpoint's bad minute does not. */
const MOST_FAILURES = 3

/**
 * What a look at a relayer means. Pure. A relayer that is new, changed or just started with is disabled by the first failure;
 * one that has worked by the third in a row. A disabled one is enabled by the first success, silently when it is the first
 * look of this process.
 */
export function planHealth(
  relayer: RelayerRecord,
  known: HealthCheck | null,
  problems: readonly HealthProblem[],
  { healthMs, disabledRetriesMs }: HealthPace,
): HealthPlan {
  const failures = problems.length === 0 ? 0 : (known?.failures ?? 0) + 1
  const retryMs = (count: number): number => disabledRetriesMs[count - 1] ?? disabledRetriesMs.at(-1) ?? healthMs
  const enabled = { ...relayer, systemDisabled: false, disabledReason: null }
  if (problems.length === 0) {
    const next = relayer.systemDisabled ? enabled : null
    return { next, tell: next !== null && known !== null, failures, afterMs: healthMs }
  }
  const disabledReason = reasonOf(relayer, problems)
  const disabled = { ...relayer, systemDisabled: true, disabledReason }
  if (relayer.systemDisabled) {
    const same = JSON.stringify(relayer.disabledReason) === JSON.stringify(disabledReason)
    return { next: same ? null : disabled, tell: false, failures, afterMs: retryMs(failures) }
  }
  const worked = known !== null && known.version === versionOf(relayer)
  if (worked && failures < MOST_FAILURES) return { next: null, tell: false, failures, afterMs: retryMs(1) }
  return { next: disabled, tell: true, failures: 1, afterMs: retryMs(1) }
}

/** Names a version of a record across deletion and creation under the same id. */
export function versionOf({ createdAt, version }: RelayerRecord): string {
  return `${createdAt}.${version}`
}

function reasonOf({ networkType }: RelayerRecord, problems: readonly HealthProblem[]): DisabledReason {
  const types = {
    sequence: networkType === 'evm' ? 'NonceSyncFailed' : 'SequenceSyncFailed',
    endpoint: 'RpcValidationFailed',
    balance: 'BalanceCheckFailed',
  } as const
  // The reason itself goes to the log only: clients see a fixed text per type.
  const reasons = problems.map(({ kind }): DisabledReason => {
    const type = types[kind]
    return { type, details: DISABLED_DETAILS[type] }
  })
  const [first] = reasons
  return reasons.length === 1 && first ? first : { type: 'Multiple', details: reasons }
}
