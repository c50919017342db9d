import { createHash } from 'node:crypto'
import type { Db } from '#platform/server/index.ts'
import type { AssetFile } from '../../contract.ts'
import { type AssetFields, type AssetStatus, type FileStatus, type FreeState, freeStateAt } from '../../rules.ts'
import type { FileRow } from '../asset-row.queries.ts'
import { findFilesOf } from '../files.queries.ts'
import { keysOf } from '../files.service.ts'
import { colorOf, presentFile } from '../present.ts'
import * as desk from './desk.queries.ts'
import * as list from './desk-list.queries.ts'
import { presentRejectedVersion, type RejectedVersion, replacedKeysOf } from './rejected-version.service.ts'

export type DeskFile = AssetFile & { filename: string; status: FileStatus; progress: number; failure: string | null; is_published: boolean }

export type DeskAsset = AssetFields & {
  id: string
  status: AssetStatus
  owner_id: string
  employee_name: string
  created_at: string
  approved_at: string | null
  reject_reason: string | null
  reject_reason_codes: string[]
  is_revising: boolean
  is_free: boolean
  free_starts_at: string | null
  free_ends_at: string | null
  free_state: FreeState
  dominant_color: string | null
  files: DeskFile[]
  withheld_at: string | null
  withheld_by: { id: string; name: string } | null
  withheld_reason: string | null
  /** Of an approved icon with an SVG. */
  iconify_name: string | null
  /** Changes with what a reviewer decides about: title, description, category, tags, origin, and which files are ready. */
  version: string
  earlier_rejections: {
    reason: string | null
    reason_codes: string[]
    decided_at: string
    resubmitted_at: string
    is_overturned: boolean
  }[]
  /** What it was when it was last rejected; null if it never was, or was approved since. */
  rejected_version: RejectedVersion | null
}

export type DeskPage = { assets: DeskAsset[]; total: number }

/** An artist's assets in any status. */
export const assetsOfOwner = (db: Db, now: Date, owner_id: string, filter: Omit<list.DeskFilter, 'owner_id'>): Promise<DeskPage> =>
  deskAssets(db, now, { ...filter, owner_id })

/** For artists and admins: assets in every status, with previews without the watermark. */
export async function deskAssets(db: Db, now: Date, filter: list.DeskFilter): Promise<DeskPage> {
  const total = await list.countDeskAssets(db, now, filter)
  const rows = await list.findDeskAssets(db, now, filter, total)
  return { total, assets: rows.map((row) => presentDesk(now, row)) }
}

export async function findDeskAsset(db: Db, now: Date, id: string): Promise<DeskAsset | undefined> {
  const row = await list.findDeskAsset(db, id)
  return row && presentDesk(now, row)
}

function presentDesk(now: Date, { files, earlier_rejections, rejected_version, ...row }: list.DeskRow): DeskAsset {
  return {
    ...row,
    rejected_version: rejected_version && presentRejectedVersion(rejected_version),
    earlier_rejections: earlier_rejections.map(({ decided_at, resubmitted_at, ...why }) => ({
      ...why,
      decided_at: new Date(decided_at).toISOString(),
      resubmitted_at: new Date(resubmitted_at).toISOString()
    })),
    created_at: row.created_at.toISOString(),
    approved_at: row.approved_at?.toISOString() ?? null,
    withheld_at: row.withheld_at?.toISOString() ?? null,
    free_starts_at: row.free_starts_at?.toISOString() ?? null,
    free_ends_at: row.free_ends_at?.toISOString() ?? null,
    free_state: freeStateAt(now, row),
    dominant_color: colorOf(files),
    version: versionOf({ ...row, files }),
    files: files.map(presentDeskFile)
  }
}

function versionOf({ title, description, category, tags, origin, files }: AssetFields & { files: readonly FileRow[] }): string {
  const shown = [title, description, category, tags, origin, files.map(({ id, sha256, status }) => [id, sha256, status === 'ready'])]
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
}

const presentDeskFile = (file: FileRow): DeskFile => ({
  ...presentFile(file, true),
  filename: file.filename,
  status: file.status,
  progress: file.progress,
  failure: file.failure,
  is_published: file.is_published
})

/** Deletes an asset. Returns the file store keys to delete after the transaction commits, or undefined if there is no such asset. */
export async function deleteAsset(db: Db, id: string): Promise<string[] | undefined> {
  const files = await findFilesOf(db, id)
  const replaced = await replacedKeysOf(db, id)
  return (await desk.deleteAsset(db, id)) ? [...files.flatMap(keysOf), ...replaced] : undefined
}
