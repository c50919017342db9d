import type pg from 'pg'
import modules from '../../business/modules.json' with { type: 'json' }

/** The schemas of the parts, of the platform, and of the job queue. In a shared database, other schemas are left alone. */
const SCHEMAS = [...Object.keys(modules), 'platform', 'jobs']

/** Kysely's record of the migrations is in `public`. */
const OWN = `(space.nspname = any($1) or (space.nspname = 'public' and class.relname in ('kysely_migration', 'kysely_migration_lock')))`

/** `columns` are those that are stored. Generated columns are computed again by the database. */
export type Table = { schema: string; name: string; columns: string[] }

/** In quotes, for SQL. */
export const quoted = (...names: string[]): string => names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.')

const columnsOf = ({ columns }: Table): string => columns.map((column) => quoted(column)).join(', ')

export const copyOutOf = (table: Table): string => `copy ${quoted(table.schema, table.name)} (${columnsOf(table)}) to stdout`

export const copyInto = (table: Table): string => `copy ${quoted(table.schema, table.name)} (${columnsOf(table)}) from stdin`

/** Makes the text of every value exact, and the same on every server. Commands have no time limit. */
export const EXACT_TEXT = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'; set synchronize_seqscans = off;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** Returns the tables that have rows of their own: partitions, but not the partitioned table. */
export async function findTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select space.nspname as schema, class.relname as name,
       array(select attname::text from pg_attribute
         where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class class join pg_namespace space on space.oid = class.relnamespace
     where class.relkind = 'r' and ${OWN} order by 1, 2`,
    [SCHEMAS]
  )
  return rows
}

/** `next` is the next number. */
export type Sequence = { schema: string; name: string; next: string }

/** Returns where every sequence stands. Numbers are given out outside transactions, so it may be ahead of the snapshot; that is harmless. */
export async function findSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select space.nspname as schema, class.relname as name
     from pg_class class join pg_namespace space on space.oid = class.relnamespace where class.relkind = 'S' and ${OWN} order by 1, 2`,
    [SCHEMAS]
  )
  const found: Sequence[] = []
  for (const { schema, name } of rows) {
    const { rows: state } = await client.query<{ next: string }>(
      `select (last_value + case when is_called then 1 else 0 end)::text as next from ${quoted(schema, name)}`
    )
    found.push({ schema, name, next: state[0]?.next ?? '1' })
  }
  return found
}

export type ForeignKey = { schema: string; table: string; name: string; definition: string }

/** Leaves out the copies that belong to partitions: they follow the key of the partitioned table. */
export async function findForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select space.nspname as schema, class.relname as table, con.conname as name, pg_get_constraintdef(con.oid) as definition
     from pg_constraint con join pg_class class on class.oid = con.conrelid join pg_namespace space on space.oid = class.relnamespace
     where con.contype = 'f' and con.conparentid = 0 and ${OWN} order by 1, 2, 3`,
    [SCHEMAS]
  )
  return rows
}

/** The version of the job queue's schema. */
export async function findJobsVersion(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select max(version)::int as version from jobs.version')
  return rows[0]?.version ?? 0
}
