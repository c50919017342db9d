import type { Ctx } from '#platform/server/index.ts'
import { createKeywordIndex, type KeywordIndex } from '../search/keyword-index.ts'
import { DrawingCache } from './drawing-cache.ts'
import { findVersion, hasSet } from './view.queries.ts'
import { loadSets, setsOf, type View } from './view.ts'

export type IndexedView = View & { keywords(): KeywordIndex }

type Snapshot = { version: string; view: IndexedView; cache: DrawingCache; until: number; made_at: number; took_ms: number }

/** A snapshot is made again at most this often while icons change all the time. Withheld icons must be gone within two seconds. */
const OLDEST_MS = 1000
/** Making snapshots takes at most this share of the time. */
const SHARE = 10

/**
 * Holds the lists of the open icons in memory, and drawings that were asked for. Each call asks the database for one number that says whether
 * they changed. While they did, and the lists are older, drawings are read from the database.
 */
export function createOpenView() {
  let snapshot: Snapshot | undefined
  let making: Promise<Snapshot> | undefined

  async function make(ctx: Ctx, version: string): Promise<Snapshot> {
    const started = performance.now()
    const { next, ...loaded } = await loadSets(ctx.read, ctx.now, { free_at: ctx.now })
    const sets = setsOf(loaded, ctx.ports.settings)
    const view = indexed({ sets, scopeFor: async () => ({ free_at: ctx.now }) })
    snapshot = {
      version,
      view,
      cache: new DrawingCache(),
      until: next?.getTime() ?? Number.POSITIVE_INFINITY,
      // What was withheld while it was made is still in it, so its age counts from its start.
      made_at: started,
      took_ms: performance.now() - started
    }
    return snapshot
  }

  return {
    /** `prefix`: of the one set that is asked for. */
    async read(ctx: Ctx, prefix?: string): Promise<IndexedView> {
      const version = await findVersion(ctx.read)
      const found = await current(ctx, version, prefix)
      const view = { ...found.view, scopeFor: async () => ({ free_at: ctx.now }) }
      return isRight(found, ctx, version) ? { ...view, cache: found.cache } : view
    }
  }

  async function current(ctx: Ctx, version: string, prefix: string | undefined): Promise<Snapshot> {
    const known = snapshot
    if (known && isRight(known, ctx, version)) return known
    const isYoung = known && performance.now() - known.made_at < Math.min(OLDEST_MS, known.took_ms * SHARE)
    if (isYoung && !(await isNewSet(ctx, known, prefix))) return known
    making ??= make(ctx, version).finally(() => {
      making = undefined
    })
    return making
  }
}
const isRight = (known: Snapshot, { now }: Ctx, version: string): boolean => known.version === version && now.getTime() < known.until

/** Whoever asks for a set that was just made waits for it. */
const isNewSet = async ({ read }: Ctx, { view }: Snapshot, prefix: string | undefined): Promise<boolean> =>
  prefix !== undefined && !view.sets.has(prefix) && (await hasSet(read, prefix))

export type OpenView = ReturnType<typeof createOpenView>

export function indexed(view: View): IndexedView {
  let index: KeywordIndex | undefined
  return { ...view, keywords: () => (index ??= createKeywordIndex([...view.sets.values()])) }
}
