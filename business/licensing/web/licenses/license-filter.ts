import { addressWith, choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'
import { LICENSE_STATES, LICENSE_TYPES, type LicenseState, type LicenseType } from '../../rules.ts'

export type LicenseFilter = { search: string; status?: LicenseState | undefined; license_type?: LicenseType | undefined }

export function licenseFilterIn(query: URLSearchParams): { filter: LicenseFilter; page: number } {
  const filter = {
    search: searchIn(query, 'search'),
    status: choiceIn(query, 'status', LICENSE_STATES),
    license_type: choiceIn(query, 'license_type', LICENSE_TYPES)
  }
  return { filter, page: pageIn(query) }
}

export const isNarrowed = ({ search, status, license_type }: LicenseFilter): boolean => Boolean(search || status || license_type)

/** A new filter starts at page 1. */
export const licensesAddress = (filter: LicenseFilter, page = 1): string => addressWith('/client/licenses', { ...filter, page })
