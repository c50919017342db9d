import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'

/** The person whom the rows are about. `word` stands in every text. */
export type Marked = { id: string; email: string; word: string }

type Column = {
  /** 'schema.table' */
  table: string
  name: string
  type: string
  /** The values of a check such as `kind in ('a', 'b')`. */
  allowed: string[]
  /** The column that a foreign key refers to, as 'schema.table.column'. */
  target: string | null
  is_generated: boolean
}

/** A value for each column of a type. Every text holds the person's word and the column, so that a finding says where it is from. */
const VALUES: Record<string, (text: string, id: string) => RawBuilder<unknown>> = {
  text: (text) => sql`${text}`,
  bytea: (text) => sql`convert_to(${text}, 'UTF8')`,
  jsonb: (text) => sql`jsonb_build_object('text', ${text}::text)`,
  _text: (text) => sql`array[${text}]`,
  _uuid: (_, id) => sql`array[${id}::uuid]`,
  _int2: () => sql`array[1]::int2[]`,
  uuid: (_, id) => sql`${id}::uuid`,
  timestamptz: () => sql`'2026-03-01T12:00:00Z'::timestamptz`,
  date: () => sql`'2026-03-01'::date`,
  bool: () => sql`true`
}
/** Larger than the number of any row that a test makes, and a smallint. */
const NUMBER = () => sql`30000`

const isEmail = (name: string): boolean => /(^|_)email$/.test(name)
const isText = (type: string): boolean => ['text', 'bytea', 'jsonb', '_text'].includes(type)

async function columnsOf<Database>(db: Kysely<Database>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select format('%s.%s', namespace.nspname, class.relname) as "table", attribute.attname as name, type.typname as type,
      attribute.attgenerated <> '' as is_generated,
      coalesce((select array_agg(value[1]) from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''::text', 'g') as value
        where contype = 'c' and conrelid = class.oid and conkey = array[attribute.attnum]
          and pg_get_constraintdef(oid) like '%= ANY%'), '{}') as allowed,
      (select format('%s.%s.%s', other_space.nspname, other.relname, referred.attname)
        from pg_constraint reference
        join pg_class other on other.oid = reference.confrelid
        join pg_namespace other_space on other_space.oid = other.relnamespace
        join pg_attribute referred on referred.attrelid = other.oid
          and referred.attnum = reference.confkey[array_position(reference.conkey, attribute.attnum)]
        where reference.contype = 'f' and reference.conrelid = class.oid and attribute.attnum = any (reference.conkey) limit 1) as target
    from pg_attribute attribute
    join pg_class class on class.oid = attribute.attrelid and class.relkind = 'r'
    join pg_namespace namespace on namespace.oid = class.relnamespace
    join pg_type type on type.oid = attribute.atttypid
    where attribute.attnum > 0 and not attribute.attisdropped and namespace.nspname not in ('pg_catalog', 'information_schema', 'jobs')
    order by 1, attribute.attnum`.execute(db)
  return rows
}

/** The id of the one row of a table, so that others can refer to it. */
const idOf = (table: string): string => createHash('md5').update(table).digest('hex')

type Values = { person: Marked; columns: readonly Column[]; special: Readonly<Record<string, RawBuilder<unknown>>> }

function valueFor(column: Column, { person, columns, special }: Values): RawBuilder<unknown> {
  const { table, name, type, allowed, target } = column
  const value = special[`${table}.${name}`]
  if (value) return value
  const referred = columns.find((one) => `${one.table}.${one.name}` === target)
  if (referred) return valueFor(referred, { person, columns, special })
  if (allowed[0] !== undefined) return sql`${allowed[0]}`
  if (isEmail(name) && type === 'text') return sql`${person.email}`
  return (VALUES[type] ?? NUMBER)(`${person.word}-${table}-${name}`, idOf(table))
}

/**
 * Inserts a row with a value in every column into each table, all about one person, past all rules of the database, which it drops: a table that is
 * new needs nothing here. `special` has the values that must differ.
 */
export async function insertFullRows<Database>(
  db: Kysely<Database>,
  tables: readonly string[],
  person: Marked,
  special: Readonly<Record<string, RawBuilder<unknown>>>
): Promise<void> {
  const columns = await columnsOf(db)
  await db.transaction().execute(async (tx) => {
    await dropChecks(tx)
    await sql`set local session_replication_role = replica`.execute(tx)
    const about = { person, columns, special: { 'accounts.user.id': sql`${person.id}::uuid`, ...special } }
    for (const table of tables) {
      const own = columns.filter((column) => column.table === table && !column.is_generated)
      const names = sql.join(own.map(({ name }) => sql.id(name)))
      const values = sql.join(own.map((column) => valueFor(column, about)))
      await sql`insert into ${sql.table(table)} (${names}) overriding system value values (${values})`.execute(tx)
    }
  })
}

async function dropChecks<Database>(tx: Transaction<Database>): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`select conrelid::regclass::text as "table", conname as name from pg_constraint
    where contype = 'c' and conrelid <> 0`.execute(tx)
  for (const { table, name } of rows) await sql`alter table ${sql.raw(table)} drop constraint ${sql.id(name)}`.execute(tx)
}

/** Every column with a text, or bytes, that holds a word, as 'schema.table.column'. */
export async function columnsWith<Database>(db: Kysely<Database>, word: string): Promise<string[]> {
  const found: string[] = []
  for (const { table, name, type } of (await columnsOf(db)).filter(({ type }) => isText(type))) {
    const text = type === 'bytea' ? sql`encode(${sql.id(name)}, 'escape')` : sql`${sql.id(name)}::text`
    const { rows } = await sql`select from ${sql.table(table)} where ${text} ilike ${`%${word}%`} limit 1`.execute(db)
    if (rows.length > 0) found.push(`${table}.${name}`)
  }
  return found
}
