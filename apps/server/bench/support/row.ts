/** One line of the table. */
export interface Row {
  readonly scenario: string
  readonly figure: string
  readonly value: number
  /** `ratio` for a ratio taken in this run. */
  readonly unit: string
  /** Such as `≤ 2.5`; null: for information. */
  readonly target: string | null
  /** Null where there is no target. */
  readonly ok: boolean | null
  /** What the value was made of. */
  readonly note: string
}

/** How a scenario is run. */
export interface BenchOptions {
  /** Smaller sizes: to see that it runs, not to quote. */
  readonly quick: boolean
  /** A folder for CPU profiles of the server; null: none are taken. */
  readonly profileFolder: string | null
}

export type Scenario = (options: BenchOptions) => Promise<readonly Row[]>

type RowInput = Pick<Row, 'scenario' | 'figure' | 'value' | 'unit'> & { readonly note?: string }

/** A row for information. */
export function information(row: RowInput): Row {
  return { note: '', ...row, target: null, ok: null }
}

/** A row that must not be above its target. */
export function atMost(most: number, row: RowInput): Row {
  return { note: '', ...row, target: `≤ ${most}`, ok: row.value <= most }
}

/** A row that must not be below its target. */
export function atLeast(least: number, row: RowInput): Row {
  return { note: '', ...row, target: `≥ ${least}`, ok: row.value >= least }
}
