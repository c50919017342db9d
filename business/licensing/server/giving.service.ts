import type { Cents } from '#platform/contract/index.ts'
import type { Ctx } from '#platform/server/index.ts'
import { LICENSE_LIMITS, type LicenseType, TERMS_VERSION } from '../rules.ts'
import { newCertificateNumber } from './certificate-number.ts'
import * as queries from './queries.ts'

type Given = { client_id: string; asset_id: string; license_type: LicenseType; price_cents: Cents; created_at: Date }
type Way = { payment_id: string | null } | { subscription_id: string; plan_owner_id: string }

/** A new licence's row: with the terms, numbers and names of this moment, which stay whatever changes later. */
export async function licenseRow({ db }: Pick<Ctx, 'db'>, given: Given, way: Way) {
  const licensee_id = 'plan_owner_id' in way ? way.plan_owner_id : given.client_id
  return {
    ...given,
    ...way,
    ...(await queries.findNames(db, { asset_id: given.asset_id, licensee_id })),
    certificate_number: newCertificateNumber(),
    terms_version: TERMS_VERSION,
    limits: JSON.stringify(LICENSE_LIMITS[given.license_type])
  }
}
