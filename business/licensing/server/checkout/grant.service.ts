import type { Cents } from '#platform/contract/index.ts'
import type { Ctx } from '#platform/server/index.ts'
import { LICENSE_LIMITS, type LicenseType, TERMS_VERSION } from '../../rules.ts'
import { newCertificateNumber } from '../certificates/certificate-number.ts'
import * as queries from '../queries.ts'

type NewLicense = { client_id: string; asset_id: string; license_type: LicenseType; price_cents: Cents; created_at: Date }
type Source = { payment_id: string | null } | { subscription_id: string; plan_owner_id: string }

/** Builds a new license's row with the current terms, limits and names. They never change afterwards. */
export async function licenseRow({ db }: Pick<Ctx, 'db'>, license: NewLicense, source: Source) {
  const licensee_id = 'plan_owner_id' in source ? source.plan_owner_id : license.client_id
  return {
    ...license,
    ...source,
    ...(await queries.findNames(db, { asset_id: license.asset_id, licensee_id })),
    certificate_number: newCertificateNumber(),
    terms_version: TERMS_VERSION,
    limits: JSON.stringify(LICENSE_LIMITS[license.license_type])
  }
}
