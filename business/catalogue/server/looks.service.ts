import { setTimeout as rest } from 'node:timers/promises'
import { type Ctx, type Db, inTransaction } from '#platform/server/index.ts'
import { DESCRIBING } from './describe-picture.ts'
import { findNearDuplicates, findUndescribed, type LookedAt, updateColorsOf, updateLooks } from './looks.queries.ts'
import { pictureOf } from './preview-address.ts'
import { lookAt } from './previews.ts'

const BATCH = 50
const NEAR_MOST = 6

/** So long one run of the job looks at pictures; the next minute's goes on where it ended. */
export const RUN_MS = 50_000

/** Looks at pictures that nobody has looked at in the present way. It rests as long as it worked: a large catalogue takes its time, and leaves room for others. */
export async function describeFiles(ctx: Ctx, run_ms = RUN_MS): Promise<void> {
  const end = performance.now() + run_ms
  while (performance.now() < end) {
    const start = performance.now()
    const waiting = await findUndescribed(ctx.db, DESCRIBING, BATCH)
    if (waiting.length === 0) return
    const looked: LookedAt[] = []
    for (const file of waiting) looked.push(await look(ctx, file))
    await inTransaction(ctx, async ({ db }) => {
      await updateLooks(db, looked)
      await updateColorsOf(
        db,
        waiting.map(({ asset_id }) => asset_id)
      )
    })
    await rest(performance.now() - start)
  }
}

/** One that cannot be read is not asked for again, and keeps nobody from the others. */
async function look({ ports: { files } }: Ctx, file: Awaited<ReturnType<typeof findUndescribed>>[number]): Promise<LookedAt> {
  const described = { id: file.id, described: DESCRIBING }
  try {
    const { key, format } = pictureOf(file)
    const { width: _width, height: _height, ...looks } = await lookAt(await files.bytes(key), format)
    return { ...described, looks }
  } catch {
    return described
  }
}

/** Assets that look nearly like those of these that are pending, by the id of these; those that have none are not named. */
export async function nearDuplicatesOf(db: Db, asset_ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { asset_id, near_id } of await findNearDuplicates(db, asset_ids, NEAR_MOST)) {
    const near = found.get(asset_id) ?? []
    if (near.length < NEAR_MOST && !near.includes(near_id)) found.set(asset_id, [...near, near_id])
  }
  return found
}
