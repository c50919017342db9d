import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '#platform/database/connect.ts'
import './tables.ts'

/** Returns those of these source keys that are already imported. */
export async function findImportedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  return new Set((await findImported(db, keys)).keys())
}

/** Returns the ids of the imported assets by their source keys. */
export async function findImported(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('catalogue.asset')
    .select(['id', 'source_key'])
    .where('source_key', '=', sql<string>`any(${keys}::text[])`)
    .execute()
  return new Map(rows.flatMap(({ id, source_key }) => (source_key === null ? [] : [[source_key, id]])))
}

type NewAsset = Insertable<Database['catalogue.asset']> & { id: string }
type NewFile = Insertable<Database['catalogue.asset_file']>

/**
 * Inserts assets with their files, each kind with the same columns, and returns the ids of the new assets. Assets with a known source_key stay
 * unchanged, and their files are left out. It is one statement, because other imports wait from the counting of its assets until the transaction ends.
 */
export async function insertImported(db: Db, assets: readonly NewAsset[], files: readonly NewFile[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with added as (${insertFrom('catalogue.asset', assets)} on conflict (source_key) do nothing returning id),
      with_files as (${insertFrom('catalogue.asset_file', files)} where asset_id in (select id from added))
    select id from added`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The rows are one parameter: a parameter for each of their 20,000 values costs as much as storing them. */
function insertFrom(table: string, rows: readonly object[]): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  return sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows, storable)}::text::json)`
}

/** JSON would make null of a number that is none. Half a surrogate pair, as of a text that was cut, is no text for PostgreSQL. */
function storable(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${name} is ${value}.`)
  return typeof value === 'string' ? value.toWellFormed() : value
}
