import { type RawBuilder, sql } from 'kysely'
import type { FileFormat, FileStatus, FreeFilter, PictureSource } from '../rules.ts'
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
  /** A data: address of a few bytes. */
  blur: string | null
  /** Widths of previews that are there as AVIF too. */
  avif: number[]
}

/** The asset's files, oldest first, as one value beside the row named `asset`. */
export const filesOf: RawBuilder<FileRow[]> = sql<FileRow[]>`coalesce((
  select json_agg(json_build_object(
    'id', file.id, 'format', file.format, 'filename', file.filename, 'bytes', file.bytes, 'sha256', file.sha256, 'width', file.width,
    'height', file.height, 'status', file.status, 'progress', file.progress, 'failure', file.failure, 'dominant_color', file.dominant_color,
    'blur', file.blur, 'avif', file.avif, 'picture', file.picture
  ) order by file.created_at, file.id)
  from catalogue.asset_file file where file.asset_id = asset.id), '[]')`

/** Whom the picture is by: the credited author of open-licensed art, else the artist who uploaded it. */
export const ownerName: RawBuilder<string> = sql<string>`coalesce(asset.author_name, owner.name)`

const FREE_NOW = (now: Date) =>
  sql<boolean>`(asset.is_free or (asset.free_starts_at <= ${now} and (asset.free_ends_at is null or asset.free_ends_at > ${now})))`

/** The rule of freeStateAt, in SQL. */
export function freeIs(free: FreeFilter, now: Date): RawBuilder<boolean> {
  if (free === 'free-now') return sql<boolean>`((asset.is_free or asset.free_starts_at is not null) and ${FREE_NOW(now)})`
  if (free === 'free-scheduled') return sql<boolean>`(not asset.is_free and asset.free_starts_at > ${now})`
  return sql<boolean>`(not asset.is_free and (asset.free_starts_at is null or asset.free_ends_at <= ${now}))`
}
