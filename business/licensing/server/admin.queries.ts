import { type SqlBool, sql } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Db } from '#platform/database/connect.ts'
import { type LicenseState, readCertificateNumber } from '../rules.ts'
import './tables.ts'

export type LicenseFilter = { q: string; status?: LicenseState | undefined; asset_id?: string | undefined }

/** The licensee is the plan's owner for a plan's license, otherwise the buyer. */
const licenses = (db: Db, { q, status, asset_id }: LicenseFilter) =>
  db
    .selectFrom('licensing.license as license')
    .innerJoin('accounts.user as licensee', (on) =>
      on.on((at) => at('licensee.id', '=', at.fn.coalesce('license.plan_owner_id', 'license.client_id')))
    )
    .$if(q !== '', (query) => query.where(matches(q)))
    .where((at) =>
      at.and([
        ...(status === undefined ? [] : [at('license.status', '=', status)]),
        ...(asset_id === undefined ? [] : [at('license.asset_id', '=', asset_id)])
      ])
    )

function matches(q: string) {
  const part = `%${escapeLike(q)}%`
  return sql<SqlBool>`(license.asset_title ilike ${part} or license.licensee_name ilike ${part} or licensee.email ilike ${part}
    or license.certificate_number = ${readCertificateNumber(q) ?? q} or license.id::text = lower(${q}) or license.payment_id::text = lower(${q}))`
}

export async function findAllLicenses(db: Db, { page, page_size, ...filter }: LicenseFilter & { page: number; page_size: number }) {
  return licenses(db, filter)
    .selectAll('license')
    .select('licensee.email')
    .orderBy('license.created_at', 'desc')
    .orderBy('license.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countAllLicenses(db: Db, filter: LicenseFilter): Promise<number> {
  const { count } = await licenses(db, filter)
    .select((at) => at.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
