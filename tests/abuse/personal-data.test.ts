import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

/** Tables of the platform that name people for a short time, with what ends them. */
const SHORT_LIVED = /^(jobs\.|platform\.(use_count|mailbox_message|idempotent_answer|page_change))/

const tables = () => world.ports.people.export.flatMap(({ tables }) => tables)
const leftOut = () => new Set(world.ports.people.export.flatMap(({ left_out = {} }) => Object.keys(left_out)))

/** The columns by which the export finds a person, as 'schema.table.column'. */
const searched = () =>
  new Set(tables().flatMap(({ table, ids = [], emails = [] }) => [...ids, ...emails].map((column) => `${table}.${column}`)))

/** Every column that refers to an account. */
async function accountColumns(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%s.%s.%s', namespace.nspname, class.relname, attribute.attname) as name
    from pg_constraint as reference
    join pg_class as class on class.oid = reference.conrelid
    join pg_namespace as namespace on namespace.oid = class.relnamespace
    join pg_attribute as attribute on attribute.attrelid = class.oid and attribute.attnum = any (reference.conkey)
    where reference.contype = 'f' and reference.confrelid = 'accounts."user"'::regclass order by 1`.execute(world.db)
  return rows.map(({ name }) => name)
}

/** Every other column whose name says that it holds an address or an account. */
async function namedColumns(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%s.%s.%s', table_schema, table_name, column_name) as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and (column_name like '%email%' or column_name ~ '(^|_)(user|client|employee|artist|owner|person|actor|author|uploader)_id$')
    order by 1`.execute(world.db)
  return rows.map(({ name }) => name).filter((name) => !SHORT_LIVED.test(name) && name !== 'accounts.user.email_verified')
}

test('every column that refers to an account is exported, or left out for a reason', async () => {
  const [known, excused, columns] = [searched(), leftOut(), await accountColumns()]
  expect(columns.length).toBeGreaterThan(30)
  expect(columns.filter((column) => !known.has(column) && !excused.has(column))).toEqual([])
})

test('every column with an address or an account by its name is exported, or left out for a reason', async () => {
  const [known, excused] = [searched(), leftOut()]
  // Rows of an account or an address may hold its other addresses.
  const inRows = (column: string) =>
    tables().some(
      ({ table, without = [] }) => column.startsWith(`${table}.`) && column.includes('email') && !without.includes(column.split('.')[2]!)
    )
  expect((await namedColumns()).filter((column) => !known.has(column) && !excused.has(column) && !inRows(column))).toEqual([])
})

test('what the parts say about their tables is true: tables and columns exist, and no secret is exported', async () => {
  const secrets: string[] = []
  for (const { table, ids = [], emails = [], without = [], through } of tables()) {
    const columnsOf = async (name: string) => {
      const [schema, relation] = name.split('.')
      const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_schema = ${schema} and table_name = ${relation}`.execute(world.db)
      return rows.map(({ name }) => name)
    }
    const columns = await columnsOf(table)
    for (const column of [...ids, ...emails, ...without, ...(through ? [through.column] : [])]) expect(columns, table).toContain(column)
    if (through) {
      const named = [...(through.ids ?? []), ...(through.emails ?? []), through.key ?? 'id']
      expect(await columnsOf(through.table)).toEqual(expect.arrayContaining(named))
    }
    const exported = columns.filter((column) => !without.includes(column))
    secrets.push(...exported.filter((column) => /hash|token|secret|_key$|wrapped/.test(column)).map((column) => `${table}.${column}`))
  }
  // The fingerprints and the source of published works are no secrets.
  expect(secrets).toEqual(['catalogue.asset.source_key'])
})

test('names of the files in an export are unique', () => {
  const names = tables().map(({ name }) => name)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})
