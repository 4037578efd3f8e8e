import type { Page, PageQuery, ResourceRecord, ResourceStore } from '@relayer/core'
import type { Database } from '../database/createDatabase.ts'
import type { Row, Sql, Value } from '../database/sql.ts'
import { integer, integerOrNull, json, text, textOrNull } from '../rows/decode.ts'
import { toJson } from '../rows/toJson.ts'
import { decryptSecret } from '../secrets/decryptSecret.ts'
import { encryptSecret } from '../secrets/encryptSecret.ts'
import type { Encryption } from '../secrets/encryption.ts'

/** How a kind of resource lies in its table. What has no column of its own is JSON in `data`. */
export interface ResourceTable<T extends ResourceRecord> {
  readonly table: 'relayers' | 'signers' | 'notifications' | 'networks' | 'api_keys'
  /** The field that is encrypted into the column `secret`. */
  readonly secret?: keyof T & string
  /** Fields with a column of their own, beside the common ones, and what the column is called. */
  readonly columns?: Readonly<Record<string, string>>
  /** Of those, an integer that is also written without the rest of the record. */
  readonly apart?: keyof T & string
  /** Rows that are deleted softly and skipped by every read. */
  readonly soft?: boolean
}

/** Maps records of a kind to rows and back. */
function createCodec<T extends ResourceRecord>(
  { table, secret, columns = {}, apart }: ResourceTable<T>,
  encryption: Encryption,
) {
  const place = (id: string) => ({ table, column: 'secret', id })
  return {
    /** Column names and values, `id` first. */
    toRow(record: T): Record<string, Value> {
      const { id, createdAt, version, ...rest } = record
      const row: Record<string, Value> = { id, created_at: createdAt, version }
      const data: Record<string, unknown> = { ...rest }
      for (const [name, column] of Object.entries(columns)) row[column] = data[name] as Value
      if (secret !== undefined) {
        const value = data[secret] as string | null
        row.secret = value === null ? null : encryptSecret(encryption, place(id), value)
        delete data[secret]
      }
      if (apart !== undefined) delete data[apart]
      return { ...row, data: toJson(data) }
    },
    toRecord(row: Row): T {
      const id = text(row, 'id')
      const common = { id, createdAt: integer(row, 'created_at'), version: integer(row, 'version') }
      const record = {
        ...json<object>(row, 'data'),
        ...common,
        ...(apart !== undefined && { [apart]: integerOrNull(row, columns[apart] ?? apart) }),
      }
      if (secret === undefined) return record as unknown as T
      const stored = textOrNull(row, 'secret')
      const value = stored === null ? null : decryptSecret(encryption, place(id), stored)
      return { ...record, [secret]: value } as unknown as T
    },
  }
}

/** A resource store with `find` and `toRecord`, for other lookups, and its writes within a larger transaction. */
export interface Resources<T extends ResourceRecord> extends ResourceStore<T> {
  find(where: string, bindings: readonly Value[]): Promise<T | null>
  toRecord(row: Row): T
  updateIn(sql: Sql, record: T, expectedVersion: number): Promise<'updated' | 'stale'>
  deleteIn(sql: Sql, id: string): Promise<boolean>
}

/** Configured resources in a table. */
export function createResources<T extends ResourceRecord>(
  database: Database,
  encryption: Encryption,
  resource: ResourceTable<T>,
): Resources<T> {
  const { table } = resource
  const codec = createCodec(resource, encryption)
  const live = resource.soft ? 'deleted_at IS NULL' : '1 = 1'
  const sorted = `SELECT * FROM ${table} WHERE ${live} ORDER BY created_at, id`

  async function find(where: string, bindings: readonly Value[]): Promise<T | null> {
    const [row] = await database.read(`SELECT * FROM ${table} WHERE ${live} AND ${where}`, bindings)
    return row === undefined ? null : codec.toRecord(row)
  }

  async function updateIn(sql: Sql, record: T, expectedVersion: number): Promise<'updated' | 'stale'> {
    const { id, ...row } = codec.toRow({ ...record, version: expectedVersion + 1 })
    const sets = Object.keys(row).map(name => `${name} = ?`)
    const update = `UPDATE ${table} SET ${sets.join(', ')} WHERE id = ? AND version = ? AND ${live} RETURNING id`
    const rows = await sql(update, [...Object.values(row), id ?? null, expectedVersion])
    return rows.length > 0 ? 'updated' : 'stale'
  }

  async function deleteIn(sql: Sql, id: string): Promise<boolean> {
    const remove = resource.soft
      ? `UPDATE ${table} SET deleted_at = ${database.dialect.clock}, version = version + 1`
      : `DELETE FROM ${table}`
    const rows = await sql(`${remove} WHERE id = ? AND ${live} RETURNING id`, [id])
    return rows.length > 0
  }

  return {
    find,
    toRecord: codec.toRecord,
    get: id => find('id = ?', [id]),
    async list({ page, perPage }: PageQuery): Promise<Page<T>> {
      return database.readTogether(async sql => {
        const [count] = await sql(`SELECT count(*) AS total FROM ${table} WHERE ${live}`)
        const total = count === undefined ? 0 : integer(count, 'total')
        if (page < 1 || perPage < 1) return { items: [], total }
        const rows = await sql(`${sorted} LIMIT ? OFFSET ?`, [perPage, (page - 1) * perPage])
        return { items: rows.map(codec.toRecord), total }
      })
    },
    all: async () => (await database.read(sorted)).map(codec.toRecord),
    async insert(record) {
      const row = codec.toRow(record)
      const names = Object.keys(row)
      const values = names.map(() => '?').join(', ')
      const insert = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values}) ON CONFLICT DO NOTHING RETURNING id`
      const rows = await database.write(sql => sql(insert, Object.values(row)))
      return rows.length > 0 ? 'inserted' : 'exists'
    },
    update: (record, expectedVersion) => database.write(sql => updateIn(sql, record, expectedVersion)),
    updateIn,
    delete: id => database.write(sql => deleteIn(sql, id)),
    deleteIn,
  }
}
