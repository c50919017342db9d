import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { RequestState } from '../rules.ts'
import './tables.ts'

type NewRequest = Insertable<Database['requests.request']>
type Changes = Updateable<Database['requests.request']>

export async function insertRequest(db: Db, request: NewRequest): Promise<string> {
  const { id } = await db.insertInto('requests.request').values(request).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Locks a request until the transaction ends, so that changes and messages happen one after the other. */
export async function lockRequest(tx: Tx, id: string) {
  return tx.selectFrom('requests.request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateRequest(tx: Tx, id: string, changes: Changes): Promise<void> {
  await tx.updateTable('requests.request').set(changes).where('id', '=', id).execute()
}

export async function deleteRequest(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('requests.request').where('id', '=', id).execute()
}

/** Requests with the counts for one reader. */
const shown = (db: Db, reader_id: string) =>
  db
    .selectFrom('requests.request as request')
    .innerJoin('accounts.user as client', 'client.id', 'request.client_id')
    .leftJoin('accounts.user as employee', 'employee.id', 'request.assigned_employee_id')
    .selectAll('request')
    .select(['client.name as client_name', 'client.email as client_email', 'employee.name as assigned_employee_name'])
    .select(sql<number>`(select count(*) from requests.message where request_id = request.id)`.as('messages'))
    .select(
      sql<number>`(select count(*) from requests.message as message where message.request_id = request.id and message.author_id <> ${reader_id}
        and message.position > coalesce((select read_position from requests.reader as reader
          where reader.request_id = request.id and reader.person_id = ${reader_id}), 0))`.as('unread')
    )
export type ShownRequest = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

export async function findRequest(db: Db, reader_id: string, id: string): Promise<ShownRequest | undefined> {
  return shown(db, reader_id).where('request.id', '=', id).executeTakeFirst()
}

export type RequestFilter = {
  client_id?: string
  employee_id?: string
  status?: readonly RequestState[]
  assigned?: 'none' | 'any' | (string & {}) | undefined
  /** Searches title and description. */
  search?: string | undefined
  /** Searches title, description, and the client's name and email address. */
  q?: string | undefined
}
type Page = { page: number; page_size: number }

function matches({ client_id, employee_id, status = [], assigned, search, q }: RequestFilter) {
  const conditions = [sql<SqlBool>`true`]
  if (client_id) conditions.push(sql`request.client_id = ${client_id}`)
  if (employee_id) conditions.push(sql`request.assigned_employee_id = ${employee_id}`)
  if (status.length > 0) conditions.push(sql`request.status = any(${[...status]}::text[])`)
  if (assigned === 'none') conditions.push(sql`request.assigned_employee_id is null`)
  else if (assigned === 'any') conditions.push(sql`request.assigned_employee_id is not null`)
  else if (assigned) conditions.push(sql`request.assigned_employee_id = ${assigned}`)
  if (search) conditions.push(sql`(request.title ilike ${part(search)} or request.description ilike ${part(search)})`)
  if (q)
    conditions.push(sql`(request.title ilike ${part(q)} or request.description ilike ${part(q)} or request.client_id in
      (select id from accounts."user" where name ilike ${part(q)} or email ilike ${part(q)}))`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

const part = (text: string): string => `%${escapeLike(text)}%`

export async function findRequests(db: Db, reader_id: string, { page, page_size, ...filter }: RequestFilter & Page) {
  return shown(db, reader_id)
    .where(matches(filter))
    .orderBy('request.created_at', 'desc')
    .orderBy('request.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countRequests(db: Db, filter: RequestFilter): Promise<number> {
  const { total } = await db
    .selectFrom('requests.request as request')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(matches(filter))
    .executeTakeFirstOrThrow()
  return total
}

/** Returns open requests before closed ones, then by due date. */
export async function findAssigned(db: Db, employee_id: string, { page, page_size }: Page) {
  return shown(db, employee_id)
    .where('request.assigned_employee_id', '=', employee_id)
    .orderBy(sql`request.status in ('submitted', 'accepted', 'in_progress')`, 'desc')
    .orderBy('request.due_date', (order) => order.asc().nullsLast())
    .orderBy('request.created_at', 'desc')
    .orderBy('request.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

const employees = (db: Db, { q, id }: { q: string; id?: string | undefined }) =>
  db
    .selectFrom('accounts.user')
    .where('role', '=', 'employee')
    .where('deleted_at', 'is', null)
    .where(id ? sql<SqlBool>`id = ${id}` : sql<SqlBool>`(name ilike ${part(q)} or email ilike ${part(q)})`)

type EmployeeSearch = { q: string; id?: string | undefined; limit: number }

/** Returns employees whose name or email address contains the text: an exact address first, then active ones, then by name. */
export async function findEmployees(db: Db, { limit, ...search }: EmployeeSearch) {
  return employees(db, search)
    .select(['id', 'name', 'email', 'is_active'])
    .orderBy(sql`email = ${search.q.toLowerCase()}`, 'desc')
    .orderBy('is_active', 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function countEmployees(db: Db, search: EmployeeSearch): Promise<number> {
  const { total } = await employees(db, search)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Locks an active employee's row until the transaction ends. Call it before locking the request: deleting a person uses the same order. */
export async function lockEmployee(tx: Tx, id: string) {
  return tx
    .selectFrom('accounts.user')
    .select(['id', 'name', 'email', 'email_verified'])
    .where('id', '=', id)
    .where('role', '=', 'employee')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
}

export async function findIdsOfClient(db: Db, client_id: string): Promise<string[]> {
  const rows = await db.selectFrom('requests.request').select('id').where('client_id', '=', client_id).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export async function findIdsOfEmployee(db: Db, employee_id: string): Promise<string[]> {
  const rows = await db.selectFrom('requests.request').select('id').where('assigned_employee_id', '=', employee_id).orderBy('id').execute()
  return rows.map(({ id }) => id)
}
