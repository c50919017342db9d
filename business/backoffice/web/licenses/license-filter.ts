import { LICENSE_STATES, type LicenseState } from '#licensing/rules.ts'
import { addressWith, choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'

export type LicenseFilter = {
  q: string
  status: LicenseState | undefined
  /** Only the licenses of this asset. */
  asset_id: string | undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads the filters from the address and ignores unknown values. */
export function filterIn(params: URLSearchParams): { filter: LicenseFilter; page: number } {
  const asset = params.get('asset_id') ?? ''
  const filter = {
    q: searchIn(params),
    status: choiceIn(params, 'status', LICENSE_STATES),
    asset_id: UUID.test(asset) ? asset : undefined
  }
  return { filter, page: pageIn(params) }
}

export const addressOf = (filter: LicenseFilter, page = 1): string => addressWith('/admin/licenses', { ...filter, page })
