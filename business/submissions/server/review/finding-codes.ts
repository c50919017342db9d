import { findFindings } from '#catalogue/server/index.ts'
import type { Db } from '#platform/server/index.ts'

type Findings = Awaited<ReturnType<typeof findFindings>>

/** Returns the codes of the findings of each of these assets, each code once; assets without findings are missing. */
export const findingCodesOf = async (db: Db, asset_ids: readonly string[]): Promise<Map<string, string[]>> =>
  codesOf(await findFindings(db, asset_ids))

export const codesOf = (findings: Findings): Map<string, string[]> =>
  new Map([...findings].map(([asset_id, found]) => [asset_id, [...new Set(found.map(({ code }) => code))]]))
