import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { WAITING_MAX } from '../rules.ts'

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

/** Each queue is counted up to WAITING_MAX, so that a long one costs no more than a short one. */
export async function countWaitingForAdmins(db: Db): Promise<Counted<'review' | 'requests' | 'messages' | 'applicants'> | undefined> {
  const { rows } = await sql<Counted<'review' | 'requests' | 'messages' | 'applicants'>>`
    select
      (select count(*) from (select from catalogue.asset where status = 'pending' limit ${WAITING_MAX}) waiting) as review,
      (select count(*) from (select from requests.request where status = 'submitted' limit ${WAITING_MAX}) waiting) as requests,
      (select count(*) from (select from help.contact_message where done_at is null and not is_spam limit ${WAITING_MAX}) waiting) as messages,
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
