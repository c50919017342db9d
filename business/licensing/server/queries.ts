import { type Insertable, sql } from 'kysely'
import { BUSINESS_ZONE, type Period, toCents } from '#platform/contract/index.ts'
import { startOfDay } from '#platform/database/columns.ts'
import type { Database, Db } from '#platform/database/connect.ts'
import type { LicenseState, LicenseType } from '../rules.ts'
import './tables.ts'

/** Answers nothing when the client already holds this licence (unique index one_active_license). */
export async function insertLicense(db: Db, license: Insertable<Database['licensing.license']>) {
  return db
    .insertInto('licensing.license')
    .values(license)
    .onConflict((conflict) => conflict.columns(['client_id', 'asset_id', 'license_type']).where('status', '=', 'active').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findLicense(db: Db, id: string) {
  return db.selectFrom('licensing.license').selectAll().where('id', '=', id).executeTakeFirst()
}

type SameLicense = { client_id: string; asset_id: string; license_type: LicenseType }

export async function findActiveLicense(db: Db, { client_id, asset_id, license_type }: SameLicense) {
  return db
    .selectFrom('licensing.license')
    .selectAll()
    .where('client_id', '=', client_id)
    .where('asset_id', '=', asset_id)
    .where('license_type', '=', license_type)
    .where('status', '=', 'active')
    .executeTakeFirst()
}

type Listed = { client_id: string; status?: LicenseState | undefined; asset_id?: string | undefined }
type Page = Listed & { page: number; page_size: number }

export async function findLicensesOf(db: Db, { client_id, status, asset_id, page, page_size }: Page) {
  return db
    .selectFrom('licensing.license')
    .selectAll()
    .where('client_id', '=', client_id)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(asset_id !== undefined, (query) => query.where('asset_id', '=', asset_id!))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countLicensesOf(db: Db, { client_id, status, asset_id }: Listed): Promise<number> {
  const { count } = await db
    .selectFrom('licensing.license')
    .select((at) => at.fn.countAll<number>().as('count'))
    .where('client_id', '=', client_id)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(asset_id !== undefined, (query) => query.where('asset_id', '=', asset_id!))
    .executeTakeFirstOrThrow()
  return count
}

/** A licence that has ended stays as it is. */
export async function updateEnded(db: Db, id: string, status: 'expired' | 'revoked', ended_at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('licensing.license')
    .set({ status, ended_at })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What can be handed out of several assets, oldest first. */
export async function findReadyFilesOf(db: Db, asset_ids: readonly string[]) {
  if (asset_ids.length === 0) return []
  return db
    .selectFrom('catalogue.asset_file')
    .select(['id', 'asset_id', 'format', 'content_type', 'original_key as key', 'bytes', 'sha256', 'width', 'height'])
    .where('asset_id', 'in', asset_ids)
    .where('status', '=', 'ready')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
export type OriginalFile = Awaited<ReturnType<typeof findReadyFilesOf>>[number]

/** What a file of an asset says of where it comes from; open-licensed artwork is by its own author. */
export async function findCredit(db: Db, asset_id: string) {
  return db
    .selectFrom('catalogue.asset as asset')
    .innerJoin('accounts.user as owner', 'owner.id', 'asset.owner_id')
    .select(['asset.id as asset_id', 'asset.title', 'asset.licence_title', 'asset.licence_url'])
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

export async function findFreeRequest(db: Db, id: string) {
  return db.selectFrom('licensing.free_request').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Licences sold in a period of California's days, whatever became of them since; one that cost nothing was not sold. */
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
