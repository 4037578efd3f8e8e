/**
 * The name and body of a recursive CTE with one row `id` per distinct value of a column, in steps of one index probe each;
 * SELECT DISTINCT would read every row. The index must begin with the columns of `where`, then `column`. `where` occurs
 * twice, so its bindings are needed twice. The last row is null.
 */
export function skipScan(name: string, table: string, column: string, where: string): string {
  const first = `SELECT ${column} FROM ${table} WHERE ${where} ORDER BY ${column} LIMIT 1`
  const next = `SELECT ${column} FROM ${table} WHERE ${where} AND ${column} > ${name}.id ORDER BY ${column} LIMIT 1`
  return `${name}(id) AS (SELECT (${first}) UNION ALL SELECT (${next}) FROM ${name} WHERE ${name}.id IS NOT NULL)`
}
