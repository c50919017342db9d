import { type Ctx, type Db, inTransaction, runBatches } from '#platform/server/index.ts'
import { analyzeImage } from '../previews/draw-previews.ts'
import { pictureOf } from '../previews/preview-address.ts'
import { ANALYSIS_VERSION } from './analysis-version.ts'
import { type AnalyzedFile, findNearDuplicates, findUnanalyzed, updateColorsOf, updateImageAnalysis } from './image-analysis.queries.ts'

const BATCH = 50
const NEAR_MAX = 6

const RUN_MS = 50_000

/** Analyzes the pictures that were not analyzed with the current version. */
export const analyzeFiles = (ctx: Ctx, stopping?: AbortSignal): Promise<void> =>
  runBatches({
    run_ms: RUN_MS,
    stopping,
    find: () => findUnanalyzed(ctx.db, ANALYSIS_VERSION, BATCH),
    work: async (file) => ({ asset_id: file.asset_id, analyzed: await analyzeFile(ctx, file) }),
    store: (results) =>
      inTransaction(ctx, async ({ db }) => {
        await updateImageAnalysis(
          db,
          results.map(({ analyzed }) => analyzed)
        )
        await updateColorsOf(
          db,
          results.map(({ asset_id }) => asset_id)
        )
      })
  })

/** A file that cannot be read also counts as analyzed, so that it does not block the others. */
async function analyzeFile(
  { log, ports: { files } }: Ctx,
  file: Awaited<ReturnType<typeof findUnanalyzed>>[number]
): Promise<AnalyzedFile> {
  const analyzed = { id: file.id, analysis_version: ANALYSIS_VERSION }
  try {
    const { key, format } = pictureOf(file)
    const { width: _width, height: _height, ...analysis } = await analyzeImage(await files.bytes(key), format)
    return { ...analyzed, analysis }
  } catch (err) {
    log.warn({ err, file_id: file.id }, 'image analysis failed')
    return analyzed
  }
}

/** Returns the ids of assets that look nearly the same as each of these assets; omits assets without any. */
export async function nearDuplicatesOf(db: Db, asset_ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { asset_id, near_id } of await findNearDuplicates(db, asset_ids, NEAR_MAX)) {
    const near = found.get(asset_id) ?? []
    if (near.length < NEAR_MAX && !near.includes(near_id)) found.set(asset_id, [...near, near_id])
  }
  return found
}
