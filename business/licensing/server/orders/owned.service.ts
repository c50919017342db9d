import type { Payment } from '#payments/server/index.ts'
import type { Ctx } from '#platform/server/index.ts'
import { findLicenseType, type LicenseType } from '../../rules.ts'
import { linkToChosen } from '../downloads/downloads.service.ts'
import * as queries from '../queries.ts'

export type Wanted = { client_id: string; asset_id: string; license_type: LicenseType }
/** `format` is the file format that the client chose for the download. */
export type Chosen = { format: string | null }
export type Owned = { license_id: string; download_url?: string; file_format?: string }

/** Returns the license that the client already owns, with a link to the chosen format. */
export async function findOwned(ctx: Ctx, { format, ...wanted }: Wanted & Chosen): Promise<Owned | undefined> {
  const license = await queries.findActiveLicense(ctx.db, wanted)
  if (!license) return undefined
  const link = linkToChosen(ctx, license, await queries.findReadyFilesOf(ctx.db, [wanted.asset_id]), format)
  return { license_id: license.id, ...link }
}

/** The license that a payment for one license names. */
export function orderOf({ id, client_id, asset_id, license_type }: Payment): Wanted {
  const type = findLicenseType(license_type)
  if (!asset_id || !type) throw new Error(`Payment ${id} names no license.`)
  return { client_id, asset_id, license_type: type }
}
