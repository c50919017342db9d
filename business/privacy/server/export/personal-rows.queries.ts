import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { PersonalTable, PersonOfData } from '#platform/server/index.ts'

const BATCH = 500

export type PersonalRow = Record<string, unknown>

/** Returns the exported columns of a table, in its order. */
export async function findColumns(db: Db, { table, without = [] }: PersonalTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${quoted(table)}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !without.includes(name))
}

export async function countRows(db: Db, table: PersonalTable, person: PersonOfData): Promise<number> {
  const belongs = belongsTo(table, person)
  if (!belongs) return 0
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table.table)} as entry where ${belongs}`.execute(db)
  return rows[0]?.rows ?? 0
}

/** Reads the person's rows a batch at a time. In a transaction with one snapshot, places of rows do not change. */
export async function* findRows(db: Db, table: PersonalTable, person: PersonOfData): AsyncIterable<PersonalRow> {
  const belongs = belongsTo(table, person)
  if (!belongs) return
  let after = '(0,0)'
  for (;;) {
    const { rows } = await sql<{ place: string; row: PersonalRow }>`
      select entry.ctid::text as place, to_jsonb(entry) as row from ${sql.table(table.table)} as entry
      where (${belongs}) and entry.ctid > ${after}::tid order by entry.ctid limit ${BATCH}`.execute(db)
    for (const { row } of rows) yield row
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.place
  }
}

/** Returns the condition under which a row belongs to the person, or undefined if none can. */
function belongsTo({ ids, emails, through }: PersonalTable, person: PersonOfData): RawBuilder<unknown> | undefined {
  const found = [...namedIn('entry', { ids, emails }, person)]
  if (through) {
    const parents = namedIn('parent', through, person)
    const { column, table, key = 'id' } = through
    if (parents.length > 0)
      found.push(
        sql`entry.${sql.ref(column)} in (select parent.${sql.ref(key)} from ${sql.table(table)} as parent where ${either(parents)})`
      )
  }
  return found.length > 0 ? either(found) : undefined
}

type Naming = { ids?: readonly string[] | undefined; emails?: readonly string[] | undefined }

const namedIn = (alias: string, { ids = [], emails = [] }: Naming, { id, email }: PersonOfData) => [
  ...(id === null ? [] : ids.map((column) => sql`${sql.ref(`${alias}.${column}`)} = ${id}`)),
  ...emails.map((column) => sql`${sql.ref(`${alias}.${column}`)} = ${email}`)
]

const either = (conditions: RawBuilder<unknown>[]): RawBuilder<unknown> => sql`(${sql.join(conditions, sql` or `)})`

const quoted = (table: string): string =>
  table
    .split('.')
    .map((name) => `"${name}"`)
    .join('.')
