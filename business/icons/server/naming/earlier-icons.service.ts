import { type Ctx, inTransaction } from '#platform/server/index.ts'
import { readDrawings } from './drawings.service.ts'
import * as queries from './names.queries.ts'
import { nameIcon } from './names.service.ts'

const BATCH = 200
/** One run stays well below the time after which a job counts as hung. */
const BATCHES_MAX = 50

/** Names icons that were approved before there were names, and reads SVGs that were not read yet or were cleaned again. */
export async function nameEarlierIcons(ctx: Ctx): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch++) {
    const ids = await queries.findUnnamed(ctx.db, BATCH)
    for (const id of ids) await inTransaction(ctx, (open) => nameIcon(open, id))
    if (ids.length < BATCH) break
  }
  // Those that cannot be read are passed over, and tried again by the next run.
  for (let [batch, after] = [0, 0]; batch < BATCHES_MAX; batch++) {
    const icons = await queries.findUndrawn(ctx.db, { after, limit: BATCH })
    await readDrawings(ctx, icons)
    if (icons.length < BATCH) break
    after = Number(icons.at(-1)?.id ?? after)
  }
}
