import { sql } from 'kysely'
import { BUSINESS_ZONE, type Period } from '#platform/contract/index.ts'
import { startOfDay, totalCents } from '#platform/database/columns.ts'
import type { Db } from '#platform/database/connect.ts'
import { WAITING_MAX } from '../waiting.rules.ts'

export async function countUsers(db: Db): Promise<{ total: number; active: number; inactive: number }> {
  return db
    .selectFrom('accounts.user')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('is_active', '=', true).as('active'),
      fn.countAll<number>().filterWhere('is_active', '=', false).as('inactive')
    ])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
}

export async function findNewestUsers(db: Db, limit: number) {
  return db
    .selectFrom('accounts.user')
    .select(['id', 'name', 'email', 'role', 'created_at'])
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function findNewestLicenses(db: Db, limit: number) {
  return db
    .selectFrom('licensing.license as license')
    .innerJoin('catalogue.asset as asset', 'asset.id', 'license.asset_id')
    .innerJoin('accounts.user as client', 'client.id', 'license.client_id')
    .select(['license.id', 'license.price_cents', 'license.license_type', 'license.created_at'])
    .select(['asset.title as asset_title', 'client.name as client_name'])
    .orderBy('license.created_at', 'desc')
    .orderBy('license.id', 'desc')
    .limit(limit)
    .execute()
}

type Counted<Name extends string> = Record<Name, number>

type AdminQueue = 'review' | 'appeals' | 'requests' | 'messages' | 'claims' | 'applicants'

/** Each queue is counted up to WAITING_MAX, so that a long one costs no more than a short one. */
export async function countWaitingForAdmins(db: Db): Promise<Counted<AdminQueue> | undefined> {
  const { rows } = await sql<Counted<AdminQueue>>`
    select
      (select count(*) from (select from catalogue.asset where status = 'pending' limit ${WAITING_MAX}) waiting) as review,
      (select count(*) from (select from submissions.appeal where state = 'open' limit ${WAITING_MAX}) waiting) as appeals,
      (select count(*) from (select from requests.request where status = 'submitted' limit ${WAITING_MAX}) waiting) as requests,
      (select count(*) from (select from help.contact_message where done_at is null and not is_spam limit ${WAITING_MAX}) waiting) as messages,
      (select count(*) from (select from claims.claim where state = 'received' limit ${WAITING_MAX}) waiting) as claims,
      (select count(*) from (select from careers.applicant where status = 'submitted' limit ${WAITING_MAX}) waiting) as applicants`.execute(
    db
  )
  return rows[0]
}

export async function countWaitingForArtist(db: Db, id: string): Promise<Counted<'assets' | 'requests'> | undefined> {
  const { rows } = await sql<Counted<'assets' | 'requests'>>`
    select
      (select count(*) from (select from catalogue.asset where owner_id = ${id} and status = 'rejected' limit ${WAITING_MAX}) waiting) as assets,
      (select count(*) from (
        select from requests.request
        where assigned_employee_id = ${id} and status in ('submitted', 'accepted', 'in_progress')
        limit ${WAITING_MAX}
      ) waiting) as requests`.execute(db)
  return rows[0]
}

const dayOf = (column: string) => sql<string>`to_char(${sql.ref(column)} at time zone ${sql.lit(BUSINESS_ZONE)}, 'YYYY-MM-DD')`

const within = (column: string, { start, end }: Period) =>
  sql<boolean>`${sql.ref(column)} >= ${startOfDay(start, BUSINESS_ZONE)} and ${sql.ref(column)} < ${startOfDay(end, BUSINESS_ZONE)}`

export type DayCount = { day: string; count: number }

export async function countLicensesByDay(db: Db, period: Period): Promise<DayCount[]> {
  return db
    .selectFrom('licensing.license')
    .select(({ fn }) => [dayOf('created_at').as('day'), fn.countAll<number>().as('count')])
    .where(within('created_at', period))
    .groupBy('day')
    .execute()
}

export async function countSignupsByDay(db: Db, period: Period): Promise<DayCount[]> {
  return db
    .selectFrom('accounts.user')
    .select(({ fn }) => [dayOf('created_at').as('day'), fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .where(within('created_at', period))
    .groupBy('day')
    .execute()
}

export async function countSubmissionsByDay(db: Db, period: Period): Promise<DayCount[]> {
  return db
    .selectFrom('catalogue.asset')
    .select(({ fn }) => [dayOf('created_at').as('day'), fn.countAll<number>().as('count')])
    .where(within('created_at', period))
    .groupBy('day')
    .execute()
}

export async function sumWagesByDay(db: Db, employee_id: string, period: Period) {
  return db
    .selectFrom('payroll.wage')
    .select(({ fn }) => [dayOf('earned_at').as('day'), fn.countAll<number>().as('count'), totalCents('amount_cents').as('wages_cents')])
    .where('employee_id', '=', employee_id)
    .where(within('earned_at', period))
    .groupBy('day')
    .execute()
}

export async function countOwnLicensesByDay(db: Db, owner_id: string, period: Period): Promise<DayCount[]> {
  return db
    .selectFrom('licensing.license as license')
    .innerJoin('catalogue.asset as asset', 'asset.id', 'license.asset_id')
    .select(({ fn }) => [dayOf('license.created_at').as('day'), fn.countAll<number>().as('count')])
    .where('asset.owner_id', '=', owner_id)
    .where(within('license.created_at', period))
    .groupBy('day')
    .execute()
}
