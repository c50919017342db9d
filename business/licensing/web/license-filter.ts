import { LICENSE_STATES, LICENSE_TYPES, type LicenseState, type LicenseType } from '../rules.ts'

export type LicenseFilter = { status?: LicenseState | undefined; license_type?: LicenseType | undefined }

export function licenseFilterIn(query: URLSearchParams): { filter: LicenseFilter; page: number } {
  const status = LICENSE_STATES.find((one) => one === query.get('status'))
  const license_type = LICENSE_TYPES.find((one) => one === query.get('license_type'))
  return { filter: { status, license_type }, page: Math.max(1, Math.floor(Number(query.get('page')) || 1)) }
}

/** A new filter begins at page 1. */
export function licensesAddress({ status, license_type }: LicenseFilter, page = 1): string {
  const query = new URLSearchParams({
    ...(status && { status }),
    ...(license_type && { license_type }),
    ...(page > 1 && { page: String(page) })
  })
  return query.size > 0 ? `/client/licenses?${query}` : '/client/licenses'
}
