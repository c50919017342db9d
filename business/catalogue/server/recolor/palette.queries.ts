import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { PaletteColor } from '../../recolor.rules.ts'
import { rowVersion } from '../versioned-rows.queries.ts'
import '../tables.ts'

/** The palettes of the row named `asset`, by file. */
export const palettesOf = sql<Record<string, { colors: PaletteColor[]; version: string }> | null>`(
  select json_object_agg(palette.file_id, json_build_object('colors', palette.colors, 'version', ${rowVersion('palette')}))
  from catalogue.palette palette join catalogue.asset_file file on file.id = palette.file_id where file.asset_id = asset.id)`

export async function findPalette(db: Db, file_id: string): Promise<PaletteColor[] | undefined> {
  return (await db.selectFrom('catalogue.palette').select('colors').where('file_id', '=', file_id).executeTakeFirst())?.colors
}

/** Stores the palette of a file; a newer one replaces it. Does nothing if the file was deleted in the meantime. */
export async function savePalette(db: Db, file_id: string, version: number, colors: readonly PaletteColor[]): Promise<void> {
  await sql`
    insert into catalogue.palette (file_id, version, colors)
    select id, ${version}::smallint, ${JSON.stringify(colors)}::jsonb from catalogue.asset_file where id = ${file_id}
    on conflict (file_id) do update set version = excluded.version, colors = excluded.colors`.execute(db)
}

/** Returns ready drawings whose colors were not read with this version, in any order, so that none stands before the others for ever. */
export async function findUnread(db: Db, version: number, limit: number) {
  return db
    .selectFrom('catalogue.asset_file as file')
    .leftJoin('catalogue.palette as palette', 'palette.file_id', 'file.id')
    .select(['file.id', 'file.original_key'])
    .where('file.format', '=', 'svg')
    .where('file.status', '=', 'ready')
    .where(({ eb, or }) => or([eb('palette.file_id', 'is', null), eb('palette.version', '<', version)]))
    .limit(limit)
    .execute()
}

/** Returns where the SVG of a ready file is. */
export async function findDrawing(db: Db, file_id: string) {
  return db
    .selectFrom('catalogue.asset_file')
    .select(['id', 'sha256', 'original_key'])
    .where('id', '=', file_id)
    .where('format', '=', 'svg')
    .where('status', '=', 'ready')
    .executeTakeFirst()
}
