/** The value that `fraction` of the others are below; NaN of nothing. */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** For notes: `12.3 / 14.5`. */
export function listed(values: readonly number[], digits = 1): string {
  return values.map(value => value.toFixed(digits)).join(' / ')
}
