import { createHash, randomUUID } from 'node:crypto'
import { DatabaseAway, isDatabaseAway } from '#platform/database/database-away.ts'
import type { Db, Files } from '#platform/server/index.ts'
import type { StatedOrigin } from '../origin.rules.ts'
import { type Category, CONTENT_TYPES, type Color, colorFamily, DESCRIPTION_MAX, parseTags, TITLE_MAX } from '../rules.ts'
import { findImportedKeys, insertImported } from './import.queries.ts'
import { originalKey } from './previews/preview-address.ts'

/** An open-licensed drawing. `source_key` identifies it permanently: importing it again changes nothing. */
export type ImportRow = {
  source_key: string
  owner_id: string
  title: string
  description: string
  category: Category
  tags: readonly string[]
  /** What its set states, if it states something. */
  origin?: StatedOrigin | undefined
  /** Already sanitized: no scripts or external references. */
  svg: string
  width: number
  height: number
  license_title: string
  license_spdx: string
  license_url?: string | undefined
  author_name: string
  author_url?: string | undefined
  source: string
  approved_at: Date
  is_free?: boolean | undefined
  free_starts_at?: Date | undefined
  free_ends_at?: Date | undefined
}

type Stored = { asset_id: string; file_id: string; bytes: Buffer; row: ImportRow }

const WRITERS = 16

/**
 * Imports a batch of up to a few thousand drawings at once, or none of them. Returns the ids of the new files; their previews are drawn
 * on first request. The bytes are stored first, so that every row has its file and no lock waits for the file store.
 */
export async function importAssets(db: Db, files: Files, rows: readonly ImportRow[]): Promise<{ added: number; file_ids: string[] }> {
  const known = await findImportedKeys(
    db,
    rows.map(({ source_key }) => source_key)
  )
  const missing = new Map(rows.filter(({ source_key }) => !known.has(source_key)).map((row) => [row.source_key, row]))
  const fresh = [...missing.values()].map(asStored)
  const file_ids = await storeAll(db, files, fresh)
  // Another import was faster with the others.
  for (const { file_id } of fresh) if (!file_ids.has(file_id)) await files.delete(originalKey(file_id, 'svg'))
  return { added: file_ids.size, file_ids: [...file_ids] }
}

/** Returns the ids of the new files. */
async function storeAll(db: Db, files: Files, fresh: readonly Stored[]): Promise<Set<string>> {
  await writeAll(files, fresh).catch((error: unknown) => undo(files, fresh, error))
  return insertAll(db, fresh).catch((error: unknown) => {
    // If the connection broke, the rows may be there: a file without a row does less harm than a row without its file.
    if (isDatabaseAway(error) && !(error instanceof DatabaseAway)) throw error
    return undo(files, fresh, error)
  })
}

/** Deletes the files of an import that failed, and throws its error. */
async function undo(files: Files, fresh: readonly Stored[], error: unknown): Promise<never> {
  const deletions = await Promise.allSettled(fresh.map(({ file_id }) => files.delete(originalKey(file_id, 'svg'))))
  const failures = deletions.flatMap((deletion) => (deletion.status === 'rejected' ? [deletion.reason] : []))
  throw failures.length === 0
    ? error
    : new AggregateError([error, ...failures], `An import failed, and ${failures.length} of its files stay.`)
}

const asStored = (row: ImportRow): Stored => ({ asset_id: randomUUID(), file_id: randomUUID(), bytes: Buffer.from(row.svg), row })

/** Returns the ids of the new files. */
async function insertAll(db: Db, fresh: readonly Stored[]): Promise<Set<string>> {
  if (fresh.length === 0) return new Set()
  const added = await insertImported(db, fresh.map(asAsset), fresh.map(asFile))
  return new Set(fresh.flatMap(({ asset_id, file_id }) => (added.has(asset_id) ? [file_id] : [])))
}

/** A color with a smaller share of the color values is a detail. */
const DRAWN_SHARE = 0.1
const DRAWN_MAX = 4

/** Returns the color families in an SVG's source, most frequent first. This is a thousand times faster than rendering it. */
function drawnColors(svg: string): Color[] {
  const times = new Map<Color, number>()
  for (const [hex] of svg.matchAll(/#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/gi)) {
    const family = colorFamily(hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex)
    times.set(family, (times.get(family) ?? 0) + 1)
  }
  const timesMin = [...times.values()].reduce((sum, count) => sum + count, 0) * DRAWN_SHARE
  const frequent = [...times].filter(([, count]) => count >= timesMin).sort(([, one], [, other]) => other - one)
  return frequent.slice(0, DRAWN_MAX).map(([family]) => family)
}

function asAsset({ asset_id, row: { svg, width: _width, height: _height, tags, ...row } }: Stored) {
  return {
    ...row,
    id: asset_id,
    title: row.title.slice(0, TITLE_MAX),
    description: row.description.slice(0, DESCRIPTION_MAX),
    tags: parseTags(tags),
    origin: row.origin ?? ('unknown' as const),
    license_url: row.license_url ?? null,
    author_url: row.author_url ?? null,
    is_free: row.is_free ?? false,
    free_starts_at: row.free_starts_at ?? null,
    free_ends_at: row.free_ends_at ?? null,
    colors: drawnColors(svg),
    formats: ['svg' as const],
    status: 'approved' as const,
    created_at: row.approved_at,
    decided_at: row.approved_at
  }
}

function asFile({ asset_id, file_id, bytes, row }: Stored) {
  return {
    id: file_id,
    asset_id,
    format: 'svg' as const,
    filename: `${row.source_key.replace(/[^a-z0-9]+/gi, '-')}.svg`,
    content_type: CONTENT_TYPES.svg,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    width: Math.max(1, Math.round(row.width)),
    height: Math.max(1, Math.round(row.height)),
    original_key: originalKey(file_id, 'svg'),
    status: 'ready' as const,
    progress: 100,
    imported: true,
    is_published: true,
    created_at: row.approved_at
  }
}

/** Waits for every writer, even if one fails. Then the others start no further file. */
async function writeAll(files: Files, fresh: readonly Stored[]): Promise<void> {
  let failed = false
  const waiting = fresh.values()
  const writer = async () => {
    for (const { file_id, bytes } of waiting) {
      if (failed) return
      await files.put(originalKey(file_id, 'svg'), bytes, CONTENT_TYPES.svg)
    }
  }
  const stopOthers = (error: unknown) => {
    failed = true
    throw error
  }
  const writers = await Promise.allSettled(Array.from({ length: WRITERS }, () => writer().catch(stopOthers)))
  const failure = writers.find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
}
