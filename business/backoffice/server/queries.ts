import type { Db } from '#platform/database/connect.ts'

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
