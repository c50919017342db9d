import { type Insertable, sql } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

/** Every published SVG of the row named `asset`, first one first. */
const publishedSvg = sql`(
  select file.id, file.original_key, file.bytes, coalesce(file.cleaned_sha256, file.sha256) as sha256
  from catalogue.asset_file file
  where file.asset_id = asset.id and file.format = 'svg' and file.status = 'ready' and file.is_published
    and (file.imported or file.cleaner_version > 0)
  order by file.created_at, file.id limit 1)`

export type Nameable = {
  id: string
  title: string
  owner_id: string
  owner_name: string
  source: string | null
  source_key: string | null
}

/** Returns the asset if it is an approved icon with a published SVG and has no name yet. */
export async function findNameable(db: Db, asset_id: string): Promise<Nameable | undefined> {
  const { rows } = await sql<Nameable>`
    select asset.id, asset.title, asset.owner_id, owner.name as owner_name, asset.source, asset.source_key
    from catalogue.asset asset
    join accounts."user" owner on owner.id = asset.owner_id
    join lateral ${publishedSvg} svg on true
    where asset.id = ${asset_id} and asset.category = 'icon' and asset.status = 'approved'
      and not exists (select from icons.icon named where named.asset_id = asset.id)`.execute(db)
  return rows[0]
}

/** Returns approved icons with an SVG that have no name yet, oldest first. */
export async function findUnnamed(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select asset.id from catalogue.asset asset
    join lateral ${publishedSvg} svg on true
    where asset.category = 'icon' and asset.status = 'approved'
      and not exists (select from icons.icon named where named.asset_id = asset.id)
    order by asset.approved_at, asset.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export type Undrawn = { id: number; prefix: string; name: string; original_key: string; bytes: number; sha256: string }

const DRAWN_FROM_ANOTHER = sql<boolean>`(icon.body is null or icon.drawn_from is not null) and icon.drawn_from is distinct from svg.sha256`

/** Returns icons after this one whose SVG was not read yet, or was cleaned again since. */
export async function findUndrawn(db: Db, { after, limit }: { after: number; limit: number }): Promise<Undrawn[]> {
  const { rows } = await sql<Undrawn>`
    select icon.id, icon.prefix, icon.name, svg.original_key, svg.bytes, svg.sha256
    from icons.icon icon join catalogue.asset asset on asset.id = icon.asset_id
    join lateral ${publishedSvg} svg on true
    where icon.id > ${after} and ${DRAWN_FROM_ANOTHER} order by icon.id limit ${limit}`.execute(db)
  return rows
}

/** The same for icons that somebody asks for now. */
export async function findUndrawnAmong(db: Db, ids: readonly number[]): Promise<Undrawn[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Undrawn>`
    select icon.id, icon.prefix, icon.name, svg.original_key, svg.bytes, svg.sha256
    from icons.icon icon join catalogue.asset asset on asset.id = icon.asset_id
    join lateral ${publishedSvg} svg on true
    where icon.id = any(${ids}::bigint[]) and ${DRAWN_FROM_ANOTHER}`.execute(db)
  return rows
}

export async function findUndrawnOf(db: Db, asset_id: string): Promise<Undrawn[]> {
  const row = await db.selectFrom('icons.icon').select('id').where('asset_id', '=', asset_id).executeTakeFirst()
  return row ? findUndrawnAmong(db, [row.id]) : []
}

export type StoredDrawing = Pick<
  Insertable<Database['icons.icon']>,
  'body' | 'left' | 'top' | 'width' | 'height' | 'style' | 'is_mono' | 'drawn_from'
>

export async function updateDrawing(db: Db, id: number, drawing: StoredDrawing): Promise<void> {
  await db
    .updateTable('icons.icon')
    .set({ ...drawing, changed_at: sql<Date>`greatest(clock_timestamp(), changed_at + interval '1 millisecond')` })
    .where('id', '=', id)
    .execute()
}

export const findSetOf = (db: Db, artist_id: string) =>
  db.selectFrom('icons.icon_set').select(['prefix', 'chosen_at']).where('artist_id', '=', artist_id).executeTakeFirst()

export const findSet = (db: Db, prefix: string) =>
  db.selectFrom('icons.icon_set').select(['prefix', 'artist_id']).where('prefix', '=', prefix).executeTakeFirst()

/** Returns whether it was inserted: neither the prefix nor the artist had a set. */
export async function insertSet(db: Db, set: Insertable<Database['icons.icon_set']>): Promise<boolean> {
  const row = await db
    .insertInto('icons.icon_set')
    .values(set)
    .onConflict((conflict) => conflict.doNothing())
    .returning('prefix')
    .executeTakeFirst()
  return row !== undefined
}

/** Names in one set are given one after the other. */
export async function lockSet(tx: Tx, prefix: string): Promise<void> {
  await tx.selectFrom('icons.icon_set').select('prefix').where('prefix', '=', prefix).forNoKeyUpdate().execute()
}

/** Returns those of the names that are an icon's or an alias's. */
export async function findTaken(db: Db, prefix: string, base: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from icons.icon where prefix = ${prefix} and (name = ${base} or (name > ${`${base}-`} and name < ${`${base}.`}))
    union all
    select name from icons.alias where prefix = ${prefix} and (name = ${base} or (name > ${`${base}-`} and name < ${`${base}.`}))`.execute(
    db
  )
  return new Set(rows.map(({ name }) => name))
}

/** Inserts icons, and returns those that are new: names and assets that are known keep what they have. */
export async function insertIcons(tx: Tx, icons: Insertable<Database['icons.icon']>[]) {
  if (icons.length === 0) return []
  return tx
    .insertInto('icons.icon')
    .values(icons)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['asset_id', 'prefix', 'name'])
    .execute()
}

export async function insertAliases(db: Db, aliases: Insertable<Database['icons.alias']>[]): Promise<void> {
  if (aliases.length === 0) return
  await db
    .insertInto('icons.alias')
    .values(aliases)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The package's own drawing replaces one that was read from an asset's file, for assets that were imported before there were names. */
export async function updatePackageDrawings(tx: Tx, icons: Insertable<Database['icons.icon']>[]): Promise<void> {
  const given = JSON.stringify(icons)
  await sql`
    update icons.icon icon set body = given.body, "left" = given."left", top = given.top, width = given.width, height = given.height,
      style = given.style, is_mono = given.is_mono, place = given.place, drawn_from = null
    from jsonb_to_recordset(${given}::jsonb) given
      (asset_id uuid, body text, "left" float8, top float8, width float8, height float8, style text, is_mono boolean, place int)
    where icon.asset_id = given.asset_id and (icon.body is null or icon.drawn_from is not null)`.execute(tx)
}
