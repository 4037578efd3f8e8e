import type { Row } from './row.ts'

/** The table, one line per figure; what a figure was made of below it. */
export function printRows(rows: readonly Row[]): void {
  for (const { scenario, figure, value, unit, target, ok, note } of rows) {
    const verdict = ok === null ? '    ' : ok ? 'ok  ' : 'MISS'
    const shown = `${format(value)} ${unit}`.padStart(18)
    console.log(`${verdict} ${scenario.padEnd(11)} ${figure.padEnd(66)} ${shown}  ${target ?? ''}`)
    if (note !== '') console.log(`${' '.repeat(17)}${note}`)
  }
}

function format(value: number): string {
  if (Math.abs(value) >= 1_000) return value.toFixed(0)
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)
}
