import { CURRENCY } from '#payments/rules.ts'
import type { LicenseLimits, LicenseType } from '../../rules.ts'

/** The signed content of a certificate. It does not contain the license's status, which may change and is shown on the public page. */
export type CertificatePayload = {
  number: string
  /** The product's address; `brand` is its name. */
  issuer: string
  brand: string
  asset: { id: string; title: string; artist: string }
  licensee: string
  /** The licensee's own words for what it is used in. Only on certificates of a hand-over. */
  project?: string
  license_type: LicenseType
  /** Whether the license comes from a plan. It is active as long as the plan is. */
  from_plan: boolean
  limits: LicenseLimits
  price_cents: number
  currency: string
  issued_at: string
  terms: { version: string; url: string }
  verify_url: string
}

type Agreed = {
  certificate_number: string
  asset_id: string
  asset_title: string
  artist_name: string
  licensee_name: string
  license_type: LicenseType
  subscription_id: string | null
  limits: LicenseLimits
  price_cents: number
  created_at: Date
  terms_version: string
}

/** Builds the payload from the license only, so that later changes do not affect it. */
export const certificatePayload = (
  site: { public_url: string; brand_name: string },
  license: Agreed,
  project: string | null
): CertificatePayload => ({
  number: license.certificate_number,
  issuer: site.public_url,
  brand: site.brand_name,
  asset: { id: license.asset_id, title: license.asset_title, artist: license.artist_name },
  licensee: license.licensee_name,
  ...(project && { project }),
  license_type: license.license_type,
  from_plan: license.subscription_id !== null,
  limits: license.limits,
  price_cents: license.price_cents,
  currency: CURRENCY,
  issued_at: license.created_at.toISOString(),
  terms: { version: license.terms_version, url: `${site.public_url}/license-terms` },
  verify_url: `${site.public_url}/verify/${license.certificate_number}`
})
