import type { Db } from '#platform/server/index.ts'

/** Returns, by asset, the codes of its findings. */
export const findingCodesOf = async (_db: Db, _asset_ids: readonly string[]): Promise<Map<string, string[]>> => new Map()
