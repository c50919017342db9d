import { findFindings } from '#catalogue/server/index.ts'
import type { Db } from '#platform/server/index.ts'

/** Returns, by asset, the codes of its findings. Several files may have the same one. */
export async function findingCodesOf(db: Db, asset_ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = await findFindings(db, asset_ids)
  return new Map([...found].map(([id, findings]) => [id, findings.map(({ code }) => code)]))
}
