import { type RawBuilder, sql } from 'kysely'
import { freeIs } from '#catalogue/server/index.ts'
import type { Db } from '#platform/database/connect.ts'
import type { AliasProps, SetMetadata } from '../tables.ts'
import '../tables.ts'

/** Which icons a caller may have: those that are free now, or those of certain assets. */
export type Scope = { free_at: Date } | { asset_ids: readonly string[] }

const isOpen = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`asset.status = 'approved' and asset.withheld_at is null and asset.category = 'icon' and ${
    'free_at' in scope ? freeIs('free-now', scope.free_at) : sql<boolean>`asset.id = any(${scope.asset_ids}::uuid[])`
  }`

/**
 * Returns a text that changes with every change to approved icons and with every new name: what is answered from memory is right as long
 * as it stays the same.
 */
export async function findVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select coalesce((select changes from catalogue.category_count where category = 'icon'), 0)
      || ':' || coalesce((select max(id) from icons.icon), 0)
      || ':' || coalesce((select extract(epoch from max(changed_at)) from icons.icon), 0) as version`.execute(db)
  return rows[0]?.version ?? ''
}

export type SetRow = {
  prefix: string
  artist_name: string | null
  info: Record<string, unknown> | null
  metadata: SetMetadata
  width: number | null
  height: number | null
  /** Seconds since 1970. */
  changed_at: number | null
}

const ofPrefix = (column: RawBuilder<unknown>, prefix: string | undefined): RawBuilder<boolean> =>
  prefix === undefined ? sql<boolean>`true` : sql<boolean>`${column} = ${prefix}`

/** Returns the sets in which an icon has a name, oldest first: all, or one. */
export async function findSets(db: Db, prefix?: string): Promise<SetRow[]> {
  const { rows } = await sql<SetRow>`
    select held.prefix, artist.name as artist_name, held.info, held.metadata, held.width, held.height, (
      select ceil(extract(epoch from icon.changed_at))::bigint from icons.icon where icon.prefix = held.prefix order by icon.changed_at desc limit 1
    ) as changed_at
    from icons.icon_set held left join accounts."user" artist on artist.id = held.artist_id
    where ${ofPrefix(sql`held.prefix`, prefix)}
    order by held.created_at, held.prefix`.execute(db)
  return rows.filter(({ changed_at }) => changed_at !== null)
}

/** Returns whether an icon has a name in the set. */
export async function hasSet(db: Db, prefix: string): Promise<boolean> {
  const row = await db.selectFrom('icons.icon').select('id').where('prefix', '=', prefix).limit(1).executeTakeFirst()
  return row !== undefined
}

export type ListedRow = { prefix: string; name: string; style: 'fill' | 'stroke' | null; is_mono: boolean }

/** Returns the open icons, in the order of their sets' lists. */
export async function findListed(db: Db, scope: Scope): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select icon.prefix, icon.name, icon.style, icon.is_mono
    from catalogue.asset asset join icons.icon icon on icon.asset_id = asset.id
    where ${isOpen(scope)} order by icon.prefix, icon.place, icon.id`.execute(db)
  return rows
}

export type AliasRow = { prefix: string; name: string; parent: string; props: AliasProps }

export async function findAliases(db: Db, prefix?: string): Promise<AliasRow[]> {
  const { rows } = await sql<AliasRow>`
    select prefix, name, parent, props from icons.alias where ${ofPrefix(sql`prefix`, prefix)} order by prefix, place, name`.execute(db)
  return rows
}

/** Free windows that opened or closed, or will: by set the last moment until now in seconds, and the first one from now of all sets. */
export async function findWindows(db: Db, now: Date, prefix?: string): Promise<{ last: Map<string, number>; next: Date | null }> {
  const { rows } = await sql<{ prefix: string; last: number | null; next: Date | null }>`
    select icon.prefix, ceil(extract(epoch from max(edge.at) filter (where edge.at <= ${now})))::bigint as last,
      min(edge.at) filter (where edge.at > ${now}) as next
    from catalogue.asset asset
    join icons.icon icon on icon.asset_id = asset.id
    cross join lateral (values (asset.free_starts_at), (asset.free_ends_at)) edge (at)
    where asset.status = 'approved' and asset.withheld_at is null and asset.free_starts_at is not null and asset.category = 'icon'
      and ${ofPrefix(sql`icon.prefix`, prefix)}
    group by icon.prefix`.execute(db)
  const next = rows.reduce<Date | null>((first, row) => (row.next && (!first || row.next < first) ? row.next : first), null)
  return { last: new Map(rows.flatMap(({ prefix, last }) => (last === null ? [] : [[prefix, last]]))), next }
}

export type BodyRow = {
  id: number
  name: string
  body: string | null
  left: number | null
  top: number | null
  width: number | null
  height: number | null
}

/** Returns the open icons among these, in no particular order. */
export async function findBodies(db: Db, prefix: string, names: readonly string[], scope: Scope): Promise<BodyRow[]> {
  if (names.length === 0) return []
  // One look-up by key for each name: without statistics, soon after an import, the planner would join all icons of the set.
  const { rows } = await sql<BodyRow>`
    select icon.id, icon.name, icon.body, icon."left", icon.top, icon.width, icon.height
    from unnest(${names}::text[]) wanted (name)
    cross join lateral (
      select * from icons.icon known where known.prefix = ${prefix} and known.name = wanted.name collate "C" offset 0
    ) icon
    cross join lateral (select from catalogue.asset asset where asset.id = icon.asset_id and ${isOpen(scope)} offset 0) open_asset`.execute(
    db
  )
  return rows
}

/** Returns the assets that these names stand for. */
export async function findAssetsNamed(db: Db, prefix: string, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ asset_id: string }>`
    select asset_id from icons.icon where prefix = ${prefix} and name = any(${names}::text[])`.execute(db)
  return rows.map(({ asset_id }) => asset_id)
}
