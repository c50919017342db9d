import type { Ctx } from '#platform/server/index.ts'
import { createKeywordIndex, type KeywordIndex } from '../search/keyword-index.ts'
import { findVersion } from './view.queries.ts'
import { loadSets, setsOf, type View } from './view.ts'

export type IndexedView = View & { keywords(): KeywordIndex }

type Snapshot = { version: string; view: IndexedView; until: number; made_at: number; took_ms: number }

/** A snapshot is made again at most this often while icons change all the time. Withheld icons must be gone within two seconds. */
const OLDEST_MS = 1000
/** Making snapshots takes at most this share of the time. */
const SHARE = 10

/**
 * Holds the lists of the open icons in memory. Each call asks the database for one number that says whether they changed; drawings are always
 * read from the database.
 */
export function createOpenView() {
  let snapshot: Snapshot | undefined
  let making: Promise<Snapshot> | undefined

  async function make(ctx: Ctx, version: string): Promise<Snapshot> {
    const started = performance.now()
    const { next, ...loaded } = await loadSets(ctx.read, ctx.now, { free_at: ctx.now })
    const sets = setsOf(loaded, ctx.ports.settings)
    const view = indexed({ sets, scopeFor: async () => ({ free_at: ctx.now }) })
    const made_at = performance.now()
    snapshot = { version, view, until: next?.getTime() ?? Number.POSITIVE_INFINITY, made_at, took_ms: made_at - started }
    return snapshot
  }

  return {
    async read(ctx: Ctx): Promise<IndexedView> {
      const version = await findVersion(ctx.read)
      const { view } = await current(ctx, version)
      return { ...view, scopeFor: async () => ({ free_at: ctx.now }) }
    }
  }

  async function current(ctx: Ctx, version: string): Promise<Snapshot> {
    const known = snapshot
    if (known && known.version === version && ctx.now.getTime() < known.until) return known
    if (known && performance.now() - known.made_at < Math.min(OLDEST_MS, known.took_ms * SHARE)) return known
    making ??= make(ctx, version).finally(() => {
      making = undefined
    })
    return making
  }
}
export type OpenView = ReturnType<typeof createOpenView>

export function indexed(view: View): IndexedView {
  let index: KeywordIndex | undefined
  return { ...view, keywords: () => (index ??= createKeywordIndex([...view.sets.values()])) }
}
