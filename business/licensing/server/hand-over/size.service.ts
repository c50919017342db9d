import type { Ctx } from '#platform/server/index.ts'
import { bestOf } from '../downloads/downloads.service.ts'
import { findReadyFilesOf, type LicenseRow } from '../queries.ts'

/** The bytes of the uploaded files. Other formats are about as large. */
export async function sizeOf({ db }: Ctx, licenses: readonly LicenseRow[]): Promise<number> {
  const files = await findReadyFilesOf(db, [...new Set(licenses.map(({ asset_id }) => asset_id))])
  const bytes = new Map([...Map.groupBy(files, ({ asset_id }) => asset_id)].map(([id, its]) => [id, bestOf(its)?.bytes ?? 0]))
  return licenses.reduce((sum, { asset_id }) => sum + (bytes.get(asset_id) ?? 0), 0)
}
