import { randomUUID } from 'node:crypto'
import type { Db, Files } from '#platform/server/index.ts'
import { refuse } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import { CONTENT_TYPES, type FileFormat, type PictureSource } from '../rules.ts'
import { DESCRIBING, type Description } from './describe-picture.ts'
import * as queries from './files.queries.ts'
import { updateColorsOf } from './looks.queries.ts'
import { DRAWABLE, originalKey, pageKey, previewKeys } from './preview-address.ts'

export type Original = {
  asset_id: string
  format: FileFormat
  /** As the artist named it; shown, never used as a path. */
  filename: string
  bytes: number
  sha256: string
  created_at: Date
}

export type AddedFile = Awaited<ReturnType<typeof queries.findFile>> & object

/** Writes down a new original, still to be stored under `original_key` and processed. The same bytes again are the same file; of another asset they are refused. */
export async function addFile(db: Db, original: Original): Promise<{ file: AddedFile; is_new: boolean }> {
  const held = await queries.findFilesByBytes(db, original.sha256)
  const known = requireOwn(held, original.asset_id)
  if (known) return { file: known, is_new: false }
  const id = randomUUID()
  const { format } = original
  const added = await queries.insertFile(db, {
    ...original,
    id,
    content_type: CONTENT_TYPES[format],
    original_key: originalKey(id, format),
    picture: DRAWABLE.includes(format) ? 'own' : 'none'
  })
  if (added) return { file: added, is_new: true }
  const meanwhile = requireOwn(await queries.findFilesByBytes(db, original.sha256), original.asset_id)
  if (!meanwhile) throw refuse(no, 'bytes_taken')
  return { file: meanwhile, is_new: false }
}

function requireOwn(held: AddedFile[], asset_id: string): AddedFile | undefined {
  const own = held.find((file) => file.asset_id === asset_id)
  if (!own && held.length > 0) throw refuse(no, 'bytes_taken')
  return own
}

/** What was found out about a file; nothing about one that nobody can draw. */
export type Measured = {
  width: number | null
  height: number | null
  dominant_color: string | null
  picture?: PictureSource
} & Partial<Omit<Description, 'dominant_color'>>

export async function fileIsReady(db: Db, id: string, measured: Measured): Promise<void> {
  const described = measured.blur === undefined ? {} : { described: DESCRIBING }
  const file = await queries.updateFile(db, id, { ...measured, ...described, status: 'ready', progress: 100, failure: null })
  if (file) await updateColorsOf(db, [file.asset_id])
}

/** Percent done, for the page that waits. */
export async function fileProgress(db: Db, id: string, progress: number): Promise<void> {
  await queries.updateFile(db, id, { progress })
}

/** `failure` is a sentence for the artist. */
export async function fileFailed(db: Db, id: string, failure: string): Promise<void> {
  await queries.updateFile(db, id, { status: 'failed', failure })
}

/** The same bytes sent again after a failure. */
export async function fileRestarts(db: Db, id: string): Promise<void> {
  await queries.updateFile(db, id, { status: 'processing', progress: 0, failure: null, attempts: 0 })
}

/** Everything that the store holds of a file: for after its rows are gone. */
export const keysOf = (file: { id: string; sha256: string; original_key: string }): string[] => [
  file.original_key,
  pageKey(file),
  ...previewKeys(file)
]

export async function forgetFiles(files: Files, keys: readonly string[]): Promise<void> {
  for (const key of keys) await files.delete(key)
}
