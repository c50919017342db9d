import type { Ctx } from '#platform/server/index.ts'
import { searchWords } from '../rules.ts'
import type { CardRow, Filter, Slice } from './queries.ts'
import { countMatches, findMatches, findNearWords, type Wanted } from './search.queries.ts'
import { errorsAllowed, likelyMeant } from './spelling.ts'
import { totalKept } from './totals.ts'

/** With fewer exact matches than this, typing errors are looked for. */
const LITTLE = 3

export type Found = { total: number; rows: CardRow[] }
type Search = { filter: Filter; slice: Slice; search: string; changes: number }

export async function searchAssets(ctx: Ctx, { filter, slice, search, changes }: Search): Promise<Found> {
  const typed = searchWords(search).map((word) => [word])
  if (typed.length === 0) return { total: 0, rows: [] }
  const count = (wanted: Wanted) => countOnce(ctx, filter, wanted, changes)
  const exact = await count(typed)
  const wanted = exact < LITTLE ? await withMeanings(ctx, typed) : typed
  const total = wanted === typed ? exact : await count(wanted)
  return { total, rows: total > slice.offset ? await findMatches(ctx.db, ctx.now, filter, wanted, slice) : [] }
}

/** What is free changes with the clock, so only the other totals are kept. */
function countOnce(ctx: Ctx, filter: Filter, wanted: Wanted, changes: number): Promise<number> {
  const work = () => countMatches(ctx.db, ctx.now, filter, wanted)
  return filter.free ? work() : totalKept(ctx, { key: JSON.stringify([filter.category, wanted]), changes }, work)
}

async function withMeanings({ db }: Ctx, typed: Wanted): Promise<Wanted> {
  return Promise.all(
    typed.map(async (words) => {
      const [word = ''] = words
      const slack = errorsAllowed(word)
      return slack === 0 ? words : [word, ...likelyMeant(word, await findNearWords(db, word, slack))]
    })
  )
}
