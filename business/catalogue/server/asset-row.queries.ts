import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { AssetFields, FileFormat, FileStatus, FreeFilter, PictureSource } from '../rules.ts'
import { rowVersion } from './versioned-rows.queries.ts'
import './tables.ts'

export type FileRow = {
  id: string
  format: FileFormat
  filename: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  status: FileStatus
  progress: number
  failure: string | null
  picture: PictureSource
  dominant_color: string | null
  picture_colors: string[]
  /** A data: URL of a few hundred bytes. */
  blur: string | null
  /** Preview widths that also exist as AVIF. */
  avif: number[]
  is_published: boolean
  /** Changes with every change to the file's row. */
  version: string
}

/** The files of the row named `asset`, oldest first, as one JSON value. */
const filesOf: RawBuilder<FileRow[]> = sql<FileRow[]>`coalesce((
  select json_agg(json_build_object(
    'id', file.id, 'format', file.format, 'filename', file.filename, 'bytes', file.bytes, 'sha256', file.sha256, 'width', file.width,
    'height', file.height, 'status', file.status, 'progress', file.progress, 'failure', file.failure, 'dominant_color', file.dominant_color,
    'picture_colors', file.picture_colors,
    'blur', file.blur, 'avif', file.avif, 'picture', file.picture,
    'is_published', file.is_published, 'version', ${rowVersion('file')}
  ) order by file.created_at, file.id)
  from catalogue.asset_file file where file.asset_id = asset.id), '[]')`

/** The credited author of open-licensed art, otherwise the artist who uploaded it. */
export const employeeName: RawBuilder<string> = sql<string>`coalesce(asset.author_name, owner.name)`

/** The permanent name of the row named `asset`, if it is an icon that has one. */
export const iconifyName: RawBuilder<string | null> = sql<string | null>`(
  select named.iconify_name from catalogue.icon_name named where named.asset_id = asset.id and asset.category = 'icon')`

/** The columns of an asset that lists, asset pages, the desk and row locks share. */
export const ASSET_COLUMNS = [
  'asset.id',
  'asset.title',
  'asset.description',
  'asset.category',
  'asset.tags',
  'asset.origin',
  'asset.status',
  'asset.owner_id',
  'asset.created_at',
  'asset.approved_at',
  'asset.is_free',
  'asset.free_starts_at',
  'asset.free_ends_at',
  'asset.colors',
  'asset.withheld_at'
] as const

const withheldBy = sql<{ id: string; name: string } | null>`(
  select json_build_object('id', admin.id, 'name', admin.name) from accounts."user" admin where admin.id = asset.withheld_by)`

/** Why and by whom an asset is withheld. For admins only. */
export const WITHHELD_COLUMNS = ['asset.withheld_reason', withheldBy.as('withheld_by')] as const

/** Starts a query for asset rows; the caller adds conditions, an order, and further columns. */
export const selectAssets = (db: Db) =>
  db
    .selectFrom('catalogue.asset as asset')
    .innerJoin('accounts.user as owner', 'owner.id', 'asset.owner_id')
    .select(ASSET_COLUMNS)
    .select([employeeName.as('employee_name'), filesOf.as('files')])

export type AssetRow = InferResult<ReturnType<typeof selectAssets>>[number]

/** A statement that selects asset ids with their places in the result. */
export type ChosenAssets = RawBuilder<{ id: string; place: number }>

/** Reads the chosen assets in their order. The choice runs first, so that only the chosen rows are read in full. */
export const selectChosen = (db: Db, chosen: ChosenAssets) =>
  selectAssets(db)
    .innerJoin(sql<{ id: string; place: number }>`(${chosen})`.as('chosen'), (join) => join.onRef('chosen.id', '=', 'asset.id'))
    .orderBy('chosen.place')

/** What a card shows of a file. */
export type CardFile = Omit<FileRow, 'filename' | 'progress' | 'failure' | 'picture_colors' | 'version'>

type CardColumn = keyof AssetFields | 'id' | 'status' | 'is_free' | 'free_starts_at' | 'free_ends_at' | 'colors'
/** What a card shows. */
export type ShownRow = Pick<AssetRow, CardColumn | 'approved_at' | 'withheld_at' | 'employee_name'> & { files: CardFile[] }

const isFreeNow = (now: Date) =>
  sql<boolean>`(asset.is_free or (asset.free_starts_at <= ${now} and (asset.free_ends_at is null or asset.free_ends_at > ${now})))`

/** The rule of `freeStateAt`, in SQL. */
export function freeIs(free: FreeFilter, now: Date): RawBuilder<boolean> {
  if (free === 'free-now') return sql<boolean>`((asset.is_free or asset.free_starts_at is not null) and ${isFreeNow(now)})`
  if (free === 'free-scheduled') return sql<boolean>`(not asset.is_free and asset.free_starts_at > ${now})`
  return sql<boolean>`(not asset.is_free and (asset.free_starts_at is null or asset.free_ends_at <= ${now}))`
}
