import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUser } from '#accounts/users.contract.ts'
import { LASTING_DATA } from '#help/lasting-data.rules.ts'
import { RETENTION } from '#help/retention.rules.ts'
import { columnsWith, insertFullRows } from '#tests/support/full-rows.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { IMPERSONAL } from './impersonal-tables.ts'
import { KEPT_AFTER_ERASURE } from './kept-after-erasure.ts'

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

/** Every table with a column that holds a person, or that the export finds through another one. */
async function personalTables(): Promise<string[]> {
  const columns = [...(await accountColumns()), ...(await namedColumns())]
  return [
    ...new Set([...tables().map(({ table }) => table), ...columns.map((column) => column.split('.').slice(0, 2).join('.'))])
  ].toSorted()
}

const ERASED = '0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17'

/** What rows need so that they are about a person who is still there, and whose works are the person's own. */
const SPECIAL = {
  'accounts.user.deleted_at': sql`null`,
  'accounts.user.grants': sql`null`,
  'accounts.audit_entry.actor_id': sql`${ERASED}::uuid`,
  'accounts.audit_entry.subject': sql`${ERASED}`,
  'catalogue.asset.author_name': sql`null`
}

test('erasing a person leaves no address, name, or text of theirs in any column but those that are kept for a reason', async () => {
  const own = await freshWorld()
  const person = { id: ERASED, email: 'zoraida@example.com', word: 'zoraida' }
  // What the next engineer forgets.
  await sql`create table help.remark (person_id uuid references accounts."user" (id), remark text)`.execute(own.db)
  await sql`alter table payments.payment add column payer_name text`.execute(own.db)
  await insertFullRows(own.db, [...(await personalTables()), 'help.remark'], person, SPECIAL)
  const before = await columnsWith(own.db, person.word)
  expect(before).toEqual(
    expect.arrayContaining(['accounts.user.name', 'accounts.user.email', 'claims.message.body', 'careers.applicant.phone'])
  )

  await (await own.as('admin'))(deleteUser, { params: { id: person.id } })
  await own.work()
  const kept = Object.entries(KEPT_AFTER_ERASURE).flatMap(([table, columns]) => columns.split(' ').map((column) => `${table}.${column}`))
  const left = await columnsWith(own.db, person.word)
  expect(left.toSorted()).toEqual([...kept, 'help.remark.remark', 'payments.payment.payer_name'].toSorted())
  await own.end()
})

test('the tables with columns that erasing a person keeps are those that section 9 of docs/security.md gives a reason or an end for', () => {
  const named = new Set([...RETENTION, ...LASTING_DATA].flatMap(({ where }) => where.split(', ')))
  expect(Object.keys(KEPT_AFTER_ERASURE).filter((table) => !named.has(table) && !(table in IMPERSONAL))).toEqual([])
})
