import type { Db } from '#platform/server/index.ts'
import type { SetMetadata } from '../tables.ts'
import type { DrawingCache } from './drawing-cache.ts'
import { type Alias, type IconTree, type Listed, treeOf } from './icon-tree.ts'
import type { AliasRow, ListedRow, Scope, SetRow } from './view.queries.ts'
import * as queries from './view.queries.ts'

/** A set with the icons that a caller may have. It may have none. */
export type SetView = {
  prefix: string
  metadata: SetMetadata
  width: number | null
  height: number | null
  /** Seconds since 1970. */
  last_modified: number
  icons: readonly Listed[]
  aliases: ReadonlyMap<string, Alias>
  info: Record<string, unknown>
  /** Made when first asked for. */
  tree(): IconTree
}

/** What a caller may have. */
export type View = {
  sets: ReadonlyMap<string, SetView>
  /** Anything else for a caller with a key. */
  scopeFor(prefix: string, names: readonly string[]): Promise<Scope>
  /** What was drawn for the same callers since icons last changed. */
  cache?: DrawingCache
}

export type Publisher = { brand_name: string; public_url: string }

export type Loaded = { sets: SetRow[]; listed: ListedRow[]; aliases: AliasRow[]; windows: Map<string, number> }

/** Loads all sets, or one. */
export async function loadSets(db: Db, now: Date, scope: Scope, prefix?: string): Promise<Loaded & { next: Date | null }> {
  const sets = await queries.findSets(db, prefix)
  const listed = await queries.findListed(db, scope)
  const aliases = await queries.findAliases(db, prefix)
  const { last, next } = await queries.findWindows(db, now, prefix)
  return { sets, listed, aliases, windows: last, next }
}

export function setsOf({ sets, listed, aliases, windows }: Loaded, publisher: Publisher): Map<string, SetView> {
  const icons = Map.groupBy(listed, ({ prefix }) => prefix)
  const others = Map.groupBy(aliases, ({ prefix }) => prefix)
  return new Map(
    sets.map((row) => {
      const { prefix } = row
      const named = new Map((others.get(prefix) ?? []).map(({ name, parent, props }) => [name, { parent, props }]))
      const last_modified = Math.max(row.changed_at ?? 0, windows.get(prefix) ?? 0)
      return [prefix, viewOf(row, icons.get(prefix) ?? [], named, { last_modified, publisher })]
    })
  )
}

function viewOf(
  { prefix, metadata, width, height, ...row }: SetRow,
  icons: ListedRow[],
  aliases: Map<string, Alias>,
  { last_modified, publisher }: { last_modified: number; publisher: Publisher }
): SetView {
  let tree: IconTree | undefined
  const view: SetView = {
    ...{ prefix, metadata, width, height, last_modified, icons, aliases },
    get info() {
      return row.info ? packageInfo(row.info, view) : ownInfo(row.artist_name ?? '', icons, publisher)
    },
    tree: () => (tree ??= treeOf(icons, aliases, metadata))
  }
  return view
}

export const countOf = ({ visible }: IconTree): number => [...visible].filter(([name, { names }]) => names[0] === name).length

const SAMPLES = 6

function packageInfo(info: Record<string, unknown>, view: SetView): Record<string, unknown> {
  const tree = view.tree()
  const samples = Array.isArray(info['samples']) ? info['samples'].filter((name) => tree.visible.has(String(name))) : []
  const first = view.icons.slice(0, SAMPLES).map(({ name }) => name)
  return { ...info, total: countOf(tree), ...(info['samples'] !== undefined && { samples: samples.length > 0 ? samples : first }) }
}

function ownInfo(name: string, icons: readonly ListedRow[], { brand_name, public_url }: Publisher): Record<string, unknown> {
  return {
    name,
    total: icons.length,
    author: { name },
    license: { title: `${brand_name} license`, url: `${public_url}/license-terms` },
    samples: icons.slice(0, SAMPLES).map((icon) => icon.name),
    palette: icons.length > 0 && icons.every(({ is_mono }) => !is_mono)
  }
}
