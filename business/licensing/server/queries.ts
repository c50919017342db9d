import { type Insertable, type SqlBool, sql } from 'kysely'
import { BUSINESS_ZONE, type Period, toCents } from '#platform/contract/index.ts'
import { escapeLike, startOfDay } from '#platform/database/columns.ts'
import type { Database, Db } from '#platform/database/connect.ts'
import type { LicenseState, LicenseType } from '../rules.ts'
import './tables.ts'

/** Returns undefined if the plan already granted this license (unique index one_license_of_plan). */
export async function insertPlanLicense(db: Db, license: Insertable<Database['licensing.license']>) {
  return db
    .insertInto('licensing.license')
    .values(license)
    .onConflict((conflict) => conflict.columns(['subscription_id', 'asset_id']).where('subscription_id', 'is not', null).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findPlanLicense(db: Db, { subscription_id, asset_id }: { subscription_id: string; asset_id: string }) {
  return db
    .selectFrom('licensing.license')
    .selectAll()
    .where('subscription_id', '=', subscription_id)
    .where('asset_id', '=', asset_id)
    .executeTakeFirst()
}

/** Remembers that this person downloaded by the plan, so that the download stays theirs. */
export async function insertPlanHolder(db: Db, holder: { license_id: string; user_id: string; since: Date }): Promise<void> {
  await db
    .insertInto('licensing.plan_holder')
    .values(holder)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isPlanHolder(db: Db, holder: { license_id: string; user_id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('licensing.plan_holder')
    .select('since')
    .where('license_id', '=', holder.license_id)
    .where('user_id', '=', holder.user_id)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the plans by which a person downloaded, whether or not they are still on them. */
export async function findPlansHeldOn(db: Db, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('licensing.plan_holder as holder')
    .innerJoin('licensing.license as license', 'license.id', 'holder.license_id')
    .select('license.subscription_id')
    .distinct()
    .where('holder.user_id', '=', user_id)
    .execute()
  return rows.flatMap(({ subscription_id }) => subscription_id ?? [])
}

/** Expires or reactivates all licenses of a plan. A revoked license stays revoked. */
export async function updatePlanLicenses(db: Db, subscription_id: string, change: PlanChange): Promise<void> {
  const from = change.status === 'active' ? 'expired' : 'active'
  await db.updateTable('licensing.license').set(change).where('subscription_id', '=', subscription_id).where('status', '=', from).execute()
}
/** Gives a plan's licenses to the plan that replaces it, which has none yet. */
export async function movePlanLicenses(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable('licensing.license').set({ subscription_id: to }).where('subscription_id', '=', from).execute()
}

type PlanChange = { status: 'active'; ended_at: null } | { status: 'expired'; ended_at: Date }

export async function findPeople(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('accounts.user').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The names that a license stores when it is granted. */
export async function findNames(db: Db, { asset_id, licensee_id }: { asset_id: string; licensee_id: string }) {
  return db
    .selectFrom('catalogue.asset as asset')
    .innerJoin('accounts.user as owner', 'owner.id', 'asset.owner_id')
    .innerJoin('accounts.user as licensee', (on) => on.on('licensee.id', '=', licensee_id))
    .select(['asset.title as asset_title', 'licensee.name as licensee_name'])
    .select(sql<string>`coalesce(asset.author_name, owner.name)`.as('artist_name'))
    .where('asset.id', '=', asset_id)
    .executeTakeFirstOrThrow()
}

/** Replaces a deleted person's name, as licensee and as artist. The author of open-licensed artwork stays. */
export async function eraseNames(db: Db, id: string, name: string): Promise<void> {
  await db
    .updateTable('licensing.license')
    .set({ licensee_name: name })
    .where((at) => at(at.fn.coalesce('plan_owner_id', 'client_id'), '=', id))
    .execute()
  await db
    .updateTable('licensing.license')
    .from('catalogue.asset as asset')
    .set({ artist_name: name })
    .whereRef('asset.id', '=', 'licensing.license.asset_id')
    .where('asset.owner_id', '=', id)
    .where('asset.author_name', 'is', null)
    .execute()
}

export async function findByCertificate(db: Db, certificate_number: string) {
  return db.selectFrom('licensing.license').selectAll().where('certificate_number', '=', certificate_number).executeTakeFirst()
}

export async function findLicense(db: Db, id: string) {
  return db.selectFrom('licensing.license').selectAll().where('id', '=', id).executeTakeFirst()
}
export type LicenseRow = NonNullable<Awaited<ReturnType<typeof findLicense>>>

type SameLicense = { client_id: string; asset_id: string; license_type: LicenseType }

export async function findActiveLicense(db: Db, { client_id, asset_id, license_type }: SameLicense) {
  return db
    .selectFrom('licensing.license')
    .selectAll()
    .where('client_id', '=', client_id)
    .where('asset_id', '=', asset_id)
    .where('license_type', '=', license_type)
    .where('status', '=', 'active')
    .where('subscription_id', 'is', null)
    .executeTakeFirst()
}

/** Whose licenses are listed: `user_id`'s own, those of plans that they own or are on now, and those that they downloaded by a plan. */
export type Reader = {
  user_id: string
  subscription_id: string | undefined
  /** Plans by which they downloaded that are open now, also after they left. */
  held_plans: readonly string[]
}
type Listed = Reader & {
  search?: string | undefined
  status?: LicenseState | undefined
  license_type?: LicenseType | undefined
  asset_id?: string | undefined
}
type Page = Listed & { page: number; page_size: number }

const isHeldBy = (user_id: string) =>
  sql<boolean>`exists (select from licensing.plan_holder holder where holder.license_id = license.id and holder.user_id = ${user_id})`

/** The status for the reader: a plan's license ends with the plan, even before a job has stored the end. stateFor in access.service.ts is the same for one row. */
const stateSeenBy = ({ user_id, subscription_id, held_plans }: Reader) =>
  sql<LicenseState>`case when status = 'active' and subscription_id is not null and subscription_id is distinct from ${subscription_id ?? null}::uuid
    and not (subscription_id = any(${held_plans}::uuid[]) and ${isHeldBy(user_id)}) then 'expired' else status end`

const licensesFor = (db: Db, { user_id, subscription_id, held_plans, search = '', status, license_type, asset_id }: Listed) =>
  db
    .selectFrom('licensing.license')
    .where((at) =>
      at.or([
        at.and([at('client_id', '=', user_id), at('subscription_id', 'is', null)]),
        at('plan_owner_id', '=', user_id),
        isHeldBy(user_id),
        ...(subscription_id === undefined ? [] : [at('subscription_id', '=', subscription_id)])
      ])
    )
    .$if(search !== '', (query) => query.where(sql<SqlBool>`asset_title ilike ${`%${escapeLike(search)}%`}`))
    .where((at) =>
      at.and([
        ...(status === undefined ? [] : [at(stateSeenBy({ user_id, subscription_id, held_plans }), '=', status)]),
        ...(license_type === undefined ? [] : [at('license_type', '=', license_type)]),
        ...(asset_id === undefined ? [] : [at('asset_id', '=', asset_id)])
      ])
    )

/** Returns the active licenses of these assets that the reader may use, oldest first. */
export async function findActiveFor(db: Db, reader: Reader, asset_ids: readonly string[]) {
  if (asset_ids.length === 0) return []
  return licensesFor(db, { ...reader, status: 'active' })
    .selectAll()
    .where('asset_id', 'in', asset_ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Returns the assets for which the reader may use an active license, or those among the given ones. */
export async function findAssetsHeld(db: Db, reader: Reader, among?: readonly string[]): Promise<string[]> {
  if (among?.length === 0) return []
  const held = licensesFor(db, { ...reader, status: 'active' })
    .select('asset_id')
    .distinct()
  const rows = await (among ? held.where('asset_id', '=', sql<string>`any(${among}::uuid[])`) : held).execute()
  return rows.map(({ asset_id }) => asset_id)
}

export async function findLicensesFor(db: Db, { page, page_size, ...listed }: Page) {
  return licensesFor(db, listed)
    .selectAll()
    .select(isHeldBy(listed.user_id).as('is_held'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countLicensesFor(db: Db, listed: Listed): Promise<number> {
  const { count } = await licensesFor(db, listed)
    .select((at) => at.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** All licenses granted to a person, those from plans included. */
export async function countLicensesOf(db: Db, client_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('licensing.license')
    .select((at) => at.fn.countAll<number>().as('count'))
    .where('client_id', '=', client_id)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns false if the license has ended before, which does not change it. */
export async function updateEnded(db: Db, id: string, status: 'expired' | 'revoked', ended_at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('licensing.license')
    .set({ status, ended_at })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The files of several assets that can be delivered, oldest first: those that were approved with them. */
export async function findReadyFilesOf(db: Db, asset_ids: readonly string[]) {
  if (asset_ids.length === 0) return []
  return db
    .selectFrom('catalogue.asset_file')
    .select(['id', 'asset_id', 'format', 'content_type', 'original_key as key', 'bytes', 'sha256', 'width', 'height'])
    .where('asset_id', 'in', asset_ids)
    .where('status', '=', 'ready')
    .where('is_published', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
export type OriginalFile = Awaited<ReturnType<typeof findReadyFilesOf>>[number]

/** The credit that is written into an asset's files. Open-licensed artwork has its own author. */
export async function findCredit(db: Db, asset_id: string) {
  return db
    .selectFrom('catalogue.asset as asset')
    .innerJoin('accounts.user as owner', 'owner.id', 'asset.owner_id')
    .select(['asset.id as asset_id', 'asset.title', 'asset.license_title', 'asset.license_url', 'asset.origin'])
    .select(sql<string>`coalesce(asset.author_name, owner.name)`.as('creator'))
    .where('asset.id', '=', asset_id)
    .executeTakeFirst()
}

export async function insertFreeRequest(db: Db, request: Insertable<Database['licensing.free_request']>): Promise<void> {
  await db.insertInto('licensing.free_request').values(request).execute()
}

export async function deleteFreeRequests(db: Db, email: string): Promise<void> {
  await db.deleteFrom('licensing.free_request').where('email', '=', email).execute()
}

export async function updateFreeRequestAddress(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable('licensing.free_request').set({ email: to }).where('email', '=', from).execute()
}

/** Deletes the old requests with, or without, consent to news. */
export async function deleteOldFreeRequests(db: Db, { before, opted_in }: { before: Date; opted_in: boolean }): Promise<void> {
  await db.deleteFrom('licensing.free_request').where('created_at', '<', before).where('marketing_opt_in', '=', opted_in).execute()
}

export async function findFreeRequest(db: Db, id: string) {
  return db.selectFrom('licensing.free_request').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Counts licenses sold in a period of days in the business zone, whatever their status is now. A free license is not a sale. */
export async function countSold(db: Db, { start, end }: Period): Promise<number> {
  const { count } = await db
    .selectFrom('licensing.license')
    .select((at) => at.fn.countAll<number>().as('count'))
    .where('created_at', '>=', startOfDay(start, BUSINESS_ZONE))
    .where('created_at', '<', startOfDay(end, BUSINESS_ZONE))
    .where('price_cents', '>', toCents(0))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns whom to write to about an asset: the people who hold an active license for it, a plan's owner for the plan's licenses. */
export async function licenseesOf(db: Db, asset_id: string): Promise<{ id: string; name: string; email: string }[]> {
  return db
    .selectFrom('licensing.license as license')
    .innerJoin('accounts.user as licensee', (on) =>
      on.on('licensee.id', '=', sql<string>`coalesce(license.plan_owner_id, license.client_id)`).on('licensee.deleted_at', 'is', null)
    )
    .select(['licensee.id', 'licensee.name', 'licensee.email'])
    .distinct()
    .where('license.asset_id', '=', asset_id)
    .where('license.status', '=', 'active')
    .orderBy('licensee.id')
    .execute()
}
