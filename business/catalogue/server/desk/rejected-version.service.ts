import type { Db, Tx } from '#platform/server/index.ts'
import type { AssetFile } from '../../contract.ts'
import type { AssetFields } from '../../rules.ts'
import { deleteFile } from '../files.queries.ts'
import { keysOf } from '../files.service.ts'
import { presentFile } from '../present.ts'
import * as queries from './rejected-version.queries.ts'

/** What an asset was when it was last rejected, for its artist and admins: previews have no watermark. */
export type RejectedVersion = AssetFields &
  Pick<queries.RejectedVersionRow, 'pins' | 'duplicate_of' | 'duplicate_title' | 'finding_codes'> & {
    files: (AssetFile & { filename: string })[]
  }

export function presentRejectedVersion({ files, ...version }: queries.RejectedVersionRow): RejectedVersion {
  const present = (file: queries.RejectedVersionRow['files'][number]) => ({
    ...presentFile({ ...file, dominant_color: null, blur: null, avif: [], is_published: false }, true),
    filename: file.filename
  })
  return { ...version, files: files.map(present) }
}

/** Stores what an asset is at its rejection. Returns the file store keys of files replaced after an earlier one, to delete after the commit. */
export async function storeRejectedVersion(tx: Tx, asset_id: string, rejection: queries.Rejection): Promise<string[]> {
  const replaced = await queries.deleteReplacedFiles(tx, asset_id)
  await queries.insertRejectedVersion(tx, asset_id, rejection)
  return replaced.flatMap(keysOf)
}

/** Forgets what an asset was, because it was approved. Returns the file store keys of its replaced files, to delete after the commit. */
export async function removeRejectedVersion(tx: Tx, asset_id: string): Promise<string[]> {
  await queries.deleteRejectedVersion(tx, asset_id)
  return (await queries.deleteReplacedFiles(tx, asset_id)).flatMap(keysOf)
}

/**
 * Removes a file. One that the reviewer has rejected stays visible until the asset is decided again. Returns the file store keys to delete
 * after the transaction commits, or undefined if there is no such file.
 */
export async function removeFile(tx: Tx, id: string): Promise<string[] | undefined> {
  const isCompared = await queries.insertReplacedFile(tx, id)
  const file = await deleteFile(tx, id)
  return file && (isCompared ? [] : keysOf(file))
}

/** Returns the file store keys of an asset's replaced files. */
export const replacedKeysOf = async (db: Db, asset_id: string): Promise<string[]> =>
  (await queries.findReplacedFiles(db, asset_id)).flatMap(keysOf)
