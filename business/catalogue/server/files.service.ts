import { randomUUID } from 'node:crypto'
import type { Ctx, Db, Files } from '#platform/server/index.ts'
import { quarantineKey, refuse } from '#platform/server/index.ts'
import { refusals } from '../contract.ts'
import { CONTENT_TYPES, type FileFormat, type PictureSource } from '../rules.ts'
import * as queries from './files.queries.ts'
import { ANALYSIS_VERSION } from './image-analysis/analysis-version.ts'
import type { ImageAnalysis } from './image-analysis/analyze-picture.ts'
import { updateColorsOf } from './image-analysis/image-analysis.queries.ts'
import { updatePrints } from './picture-search/picture-search.queries.ts'
import { DRAWABLE, originalKey, pageKey, previewKeys } from './previews/preview-address.ts'

export type Original = {
  asset_id: string
  format: FileFormat
  /** The artist's file name. It is shown, never used as a path. */
  filename: string
  bytes: number
  sha256: string
  /** In pixels, if the uploader has measured the picture already. */
  width?: number
  height?: number
  cleaner_version?: number
  /** Digital source types that its Content Credentials name. */
  declared_sources?: string[] | null
  created_at: Date
}

export type AddedFile = Awaited<ReturnType<typeof queries.findFile>> & object

/** Records a new original, which the caller then stores under `original_key`. The same bytes for the same asset return the existing file; bytes that belong to another asset are refused. */
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
  if (!meanwhile) throw refuse(refusals, 'bytes_taken')
  return { file: meanwhile, is_new: false }
}

function requireOwn(held: AddedFile[], asset_id: string): AddedFile | undefined {
  const own = held.find((file) => file.asset_id === asset_id)
  if (!own && held.length > 0) throw refuse(refusals, 'bytes_taken')
  return own
}

/** The measurements of a file; null where it cannot be drawn. */
export type Measured = {
  width: number | null
  height: number | null
  dominant_color: string | null
  picture?: PictureSource
} & Partial<Omit<ImageAnalysis, 'dominant_color'>>

export async function fileIsReady(db: Db, id: string, { print, ...measured }: Measured): Promise<void> {
  const analyzed = measured.blur === undefined ? {} : { analysis_version: ANALYSIS_VERSION }
  const file = await queries.updateFile(db, id, { ...measured, ...analyzed, status: 'ready', progress: 100, failure: null })
  if (!file) return
  await updateColorsOf(db, [file.asset_id])
  if (print !== undefined) await updatePrints(db, [{ file_id: id, print }])
}

/** Stores the percentage done, for the page that shows the progress. */
export async function fileProgress(db: Db, id: string, progress: number): Promise<void> {
  await queries.updateFile(db, id, { progress })
}

/** Marks the file as failed. `failure` is a sentence for the artist. */
export async function fileFailed(db: Db, id: string, failure: string): Promise<void> {
  await queries.updateFile(db, id, { status: 'failed', failure })
}

/** Restarts processing when the same bytes are sent again after a failure. */
export async function fileRestarts(db: Db, id: string): Promise<void> {
  await queries.updateFile(db, id, { status: 'processing', progress: 0, failure: null, attempts: 0 })
}

/** Returns every file store key that a file may use, for deletion after its row is deleted. */
export const keysOf = (file: { id: string; sha256: string; original_key: string }): string[] => [
  file.original_key,
  quarantineKey(file.original_key),
  pageKey(file),
  ...previewKeys(file)
]

export async function forgetFiles(files: Files, keys: readonly string[]): Promise<void> {
  for (const key of keys) await files.delete(key)
}

/** Deletes the bytes of old infected files. Their rows stay, for their artists to see. */
export async function forgetInfected({ db, ports }: Ctx, before: Date): Promise<void> {
  const infected = await queries.findInfected(db, before)
  await forgetFiles(
    ports.files,
    infected.map(({ original_key }) => quarantineKey(original_key))
  )
}
