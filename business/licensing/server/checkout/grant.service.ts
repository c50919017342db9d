import type { Cents } from '#platform/contract/index.ts'
import type { Ctx } from '#platform/server/index.ts'
import { LICENSE_LIMITS, type LicenseType, TERMS_VERSION } from '../../rules.ts'
import { newCertificateNumber } from '../certificates/certificate-number.ts'
import * as queries from '../queries.ts'

type NewLicense = { client_id: string; asset_id: string; license_type: LicenseType; price_cents: Cents; created_at: Date }
type Source = { payment_id: string | null } | { subscription_id: string; plan_owner_id: string }

/** Builds the rows of new licenses of one client, as licenseRow does. */
export async function licenseRows({ db }: Pick<Ctx, 'db'>, licenses: readonly NewLicense[], source: { payment_id: string | null }) {
  const names = new Map<string, Awaited<ReturnType<typeof queries.findNames>>>()
  for (const { asset_id, client_id } of licenses)
    if (!names.has(asset_id)) names.set(asset_id, await queries.findNames(db, { asset_id, licensee_id: client_id }))
  return licenses.map((license) => ({ ...fixed(license), ...source, ...names.get(license.asset_id)! }))
}

/** Builds a new license's row with the current terms, limits and names. They never change afterwards. */
export async function licenseRow({ db }: Pick<Ctx, 'db'>, license: NewLicense, source: Source) {
  const licensee_id = 'plan_owner_id' in source ? source.plan_owner_id : license.client_id
  const names = await queries.findNames(db, { asset_id: license.asset_id, licensee_id })
  return { ...fixed(license), ...source, ...names }
}

const fixed = (license: NewLicense) => ({
  ...license,
  certificate_number: newCertificateNumber(),
  terms_version: TERMS_VERSION,
  limits: JSON.stringify(LICENSE_LIMITS[license.license_type])
})
