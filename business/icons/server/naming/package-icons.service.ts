import type { Db } from '#platform/server/index.ts'
import type { AliasProps, SetMetadata } from '../tables.ts'
import * as queries from './names.queries.ts'
import { isMono, styleOf } from './read-drawing.ts'

type Placed = { left?: number; top?: number; width?: number; height?: number }

/** The part of Iconify's JSON that the API answers from. */
export type PackageSet = SetMetadata & {
  prefix: string
  info: object
  icons: Record<string, Placed & { body: string }>
  aliases?: Record<string, AliasProps & { parent: string }>
  width?: number
  height?: number
  /** Seconds since 1970. */
  lastModified?: number
}

/** An imported asset, and the icon of a set that it shows. */
export type PackageIcon = { source_key: string; set: PackageSet; name: string }

/** What the catalogue does here. The import command runs without a bundler, which the catalogue's own face needs, so it passes the queries. */
type CatalogueQueries = {
  findImported(db: Db, keys: readonly string[]): Promise<Map<string, string>>
  setIconNames(db: Db, names: readonly { asset_id: string; iconify_name: string }[]): Promise<void>
}

/**
 * Gives imported icons the names that Iconify gave them, with the package's own drawings. A prefix that an artist has is left to that
 * artist: such icons are named like their owner's works, by a job.
 */
export async function namePackageIconsWith(
  { findImported, setIconNames }: CatalogueQueries,
  db: Db,
  icons: readonly PackageIcon[],
  now: Date
): Promise<void> {
  for (const set of new Set(icons.map((icon) => icon.set))) await ensurePackageSet(db, set, now)
  const assets = await findImported(
    db,
    icons.map(({ source_key }) => source_key)
  )
  const free = new Set<string>()
  for (const prefix of new Set(icons.map(({ set }) => set.prefix)))
    if ((await queries.findSet(db, prefix))?.artist_id === null) free.add(prefix)
  const rows = icons.flatMap((icon) => {
    const asset_id = assets.get(icon.source_key)
    return asset_id && free.has(icon.set.prefix) ? rowOf(icon, asset_id, now) : []
  })
  if (rows.length === 0) return
  await db.transaction().execute(async (tx) => {
    const named = await queries.insertIcons(tx, rows)
    await setIconNames(
      tx,
      named.map(({ asset_id, prefix, name }) => ({ asset_id, iconify_name: `${prefix}:${name}` }))
    )
    if (named.length < rows.length) await queries.updatePackageDrawings(tx, rows)
  })
}

/** The places of the icons in their set. */
const placesOf = new WeakMap<PackageSet, Map<string, number>>()

function placeOf(set: PackageSet, name: string): number {
  let places = placesOf.get(set)
  if (!places) {
    places = new Map(Object.keys(set.icons).map((icon, place) => [icon, place]))
    placesOf.set(set, places)
  }
  return places.get(name) ?? 0
}

function rowOf({ set, name }: PackageIcon, asset_id: string, now: Date) {
  const icon = set.icons[name]
  if (!icon) return []
  const { body, left = null, top = null, width = null, height = null } = icon
  const changed_at = set.lastModified === undefined ? now : new Date(set.lastModified * 1000)
  const drawn = { body, left, top, width, height, style: styleOf(body), is_mono: isMono(body), drawn_from: null }
  return [{ prefix: set.prefix, name, asset_id, place: placeOf(set, name), ...drawn, changed_at }]
}

async function ensurePackageSet(db: Db, set: PackageSet, now: Date): Promise<void> {
  const { prefix, info, width = null, height = null, categories, prefixes, suffixes, aliases = {} } = set
  const metadata = { ...(categories && { categories }), ...(prefixes && { prefixes }), ...(suffixes && { suffixes }) }
  const stored = { prefix, info: JSON.stringify(info), metadata: JSON.stringify(metadata), width, height, created_at: now }
  if (await queries.findSet(db, prefix)) return
  await queries.insertSet(db, { ...stored, artist_id: null, chosen_at: null })
  await queries.insertAliases(
    db,
    Object.entries(aliases).map(([name, { parent, ...props }], place) => ({ prefix, name, parent, place, props: JSON.stringify(props) }))
  )
}
