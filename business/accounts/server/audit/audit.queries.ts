import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { BUSINESS_ZONE } from '#platform/contract/index.ts'
import { escapeLike, startOfDay } from '#platform/database/columns.ts'
import type { Db } from '#platform/database/connect.ts'
import { type AuditArea, prefixesOf } from '../../audit.rules.ts'
import { contains, nameOrEmailContains } from '../users/users.queries.ts'
import '../tables.ts'

export type AuditEntry = {
  actor_id: string | null
  action: string
  subject_kind: string
  subject: string
  details: Readonly<Record<string, unknown>>
  area: AuditArea
}

export async function insertAuditEntry(db: Db, { details, ...entry }: AuditEntry): Promise<void> {
  await db
    .insertInto('accounts.audit_entry')
    .values({ ...entry, details: JSON.stringify(details) })
    .execute()
}

export type AuditFilter = {
  q?: string | undefined
  /** Ids of the users whose name or email contains `q`; 'many' if there are too many to list. */
  people: readonly string[] | 'many'
  action?: string | undefined
  person?: string | undefined
  area?: AuditArea | undefined
  /** Days in the business zone. Includes start, excludes end. */
  start?: string | undefined
  end?: string | undefined
}

export async function findAuditEntries(db: Db, { page, page_size, ...filter }: AuditFilter & { page: number; page_size: number }) {
  return db
    .selectFrom(
      db
        .selectFrom('accounts.audit_entry')
        .selectAll()
        .where(matches(filter))
        .orderBy('occurred_at', 'desc')
        .orderBy('id', 'desc')
        .limit(page_size)
        .offset((page - 1) * page_size)
        .as('entry')
    )
    .leftJoin('accounts.audit_seal as seal', 'seal.entry_id', 'entry.id')
    .selectAll('entry')
    .select(['seal.position', 'seal.hash'])
    .orderBy('entry.occurred_at', 'desc')
    .orderBy('entry.id', 'desc')
    .execute()
}

/** Counts matching entries, up to `max`. */
export async function countAuditEntries(db: Db, filter: AuditFilter, max: number): Promise<number> {
  const { total } = await db
    .selectFrom(db.selectFrom('accounts.audit_entry').select('id').where(matches(filter)).limit(max).as('entry'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Includes deleted users, whose name is 'Deleted user'. */
export async function findIdsContaining(db: Db, text: string, max: number): Promise<string[]> {
  const rows = await db.selectFrom('accounts.user').select('id').where(nameOrEmailContains(text)).limit(max).execute()
  return rows.map(({ id }) => id)
}

/** Lists the distinct actions by skipping along the index; `distinct` would read every entry. */
export async function findActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive known as (
      select min(action) as action from accounts.audit_entry
      union all
      select (select min(action) from accounts.audit_entry where action > known.action) from known where known.action is not null
    )
    select action from known where action is not null order by action`.execute(db)
  return rows.map(({ action }) => action)
}

function matches({ q, people, action, person, area, start, end }: AuditFilter): RawBuilder<SqlBool> {
  const conditions = [
    ...(q ? [sql<SqlBool>`(${concerns(people, q)} or (action || ' ' || subject || ' ' || details::text) ilike ${contains(q)})`] : []),
    ...(action ? [sql<SqlBool>`action = ${action}`] : []),
    ...(person ? [sql<SqlBool>`actor_id = ${person}`] : []),
    ...(area ? [inArea(area)] : []),
    ...(start ? [sql<SqlBool>`occurred_at >= ${startOfDay(start, BUSINESS_ZONE)}`] : []),
    ...(end ? [sql<SqlBool>`occurred_at < ${startOfDay(end, BUSINESS_ZONE)}`] : [])
  ]
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Entries from before there were areas have none: their action decides. */
function inArea(area: AuditArea): RawBuilder<SqlBool> {
  const [prefixes, others] = prefixesOf(area)
  const among = (list: readonly string[]) => sql<SqlBool>`action like any(${list.map((prefix) => `${escapeLike(prefix)}%`)}::text[])`
  const derived = sql<SqlBool>`area is null and ${prefixes === null ? sql`true` : among(prefixes)} and not ${among(others)}`
  return sql<SqlBool>`(area = ${area} or (${derived}))`
}

/** A short list of ids uses the indexes. With many people, a scan from the newest entry finds matches quickly anyway. */
function concerns(people: AuditFilter['people'], q: string): RawBuilder<SqlBool> {
  if (people !== 'many') return sql`actor_id = any(${people}::uuid[]) or subject = any(${people}::text[])`
  const found = sql`from accounts."user" where name ilike ${contains(q)} or email ilike ${contains(q)}`
  return sql`actor_id in (select id ${found}) or subject in (select id::text ${found})`
}
