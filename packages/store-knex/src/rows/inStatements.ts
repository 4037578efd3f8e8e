import type { Row } from '../database/sql.ts'

/** Characters of text that one statement is given at most; a single row may have more. V8 makes no text of 512 Mi. */
const mostCharacters = 32 * 1024 * 1024

/** Rows in their order, in as many groups as their size takes: one but for bodies of megabytes. None for no rows. */
export function* inStatements<R extends Row>(rows: readonly R[], most = mostCharacters): Generator<readonly R[]> {
  let start = 0
  let size = 0
  for (const [index, row] of rows.entries()) {
    const own = charactersOf(row)
    if (index > start && size + own > most) {
      yield rows.slice(start, index)
      start = index
      size = 0
    }
    size += own
  }
  if (start < rows.length) yield start === 0 ? rows : rows.slice(start)
}

function charactersOf(row: Row): number {
  let size = 0
  for (const value of Object.values(row)) if (typeof value === 'string') size += value.length
  return size
}
