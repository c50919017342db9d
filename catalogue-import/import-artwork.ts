import { setIconNames } from '#catalogue/server/icon-names.queries.ts'
import { findImported } from '#catalogue/server/import.queries.ts'
import { type ImportRow, importAssets } from '#catalogue/server/import.service.ts'
import { namePackageIconsWith, type PackageIcon } from '#icons/server/naming/package-icons.service.ts'
import type { Db } from '#platform/database/connect.ts'
import type { Files } from '#platform/server/files/files.ts'
import type { Artwork } from './artwork/artwork.ts'
import { BATCH, batches, inParallel, WORKERS } from './batches.ts'
import type { Progress } from './progress.ts'

export type Import = {
  db: Db
  files: Files
  owner_id: string
  works: AsyncIterable<Artwork>
  /** The maximum number of works; the last of them is the newest, approved now. */
  total: number
  progress: Progress
  signal?: AbortSignal
}

/** `file_ids` are the new files, roughly oldest first: batches run in parallel. */
export type Imported = { seen: number; file_ids: string[] }

/** Imports the works that are missing, batch by batch. A stopped import continues where it stopped when it runs again. */
export async function importArtwork({ db, files, owner_id, works, total, progress, signal }: Import): Promise<Imported> {
  const oldest = Date.now() - total
  const file_ids: string[] = []
  let [read, seen] = [0, 0]
  async function* rows(): AsyncGenerator<{ row: ImportRow; icons: PackageIcon[] }> {
    for await (const work of works) {
      if (signal?.aborted) return
      yield { row: importRow(work, owner_id, new Date(oldest + read++)), icons: iconsOf(work) }
    }
  }
  await inParallel(batches(rows(), BATCH), WORKERS, async (batch) => {
    const { file_ids: added } = await importAssets(
      db,
      files,
      batch.map(({ row }) => row)
    )
    file_ids.push(...added)
    await namePackageIconsWith(
      { findImported, setIconNames },
      db,
      batch.flatMap(({ icons }) => icons),
      new Date()
    )
    seen += batch.length
    progress.at(seen)
  })
  progress.end()
  return { seen, file_ids }
}

/** The icon of a set that a work shows. */
export const iconsOf = ({ source_key, icon }: Artwork): PackageIcon[] => (icon ? [{ source_key, ...icon }] : [])

export function importRow({ license, author, icon: _icon, ...work }: Artwork, owner_id: string, approved_at: Date): ImportRow {
  return {
    ...work,
    ...sizeOf(work.svg),
    owner_id,
    approved_at,
    license_title: license.title,
    license_spdx: license.spdx,
    license_url: license.url,
    author_name: author.name,
    author_url: author.url
  }
}

/** Reads the size from the start of the document. */
function sizeOf(svg: string): { width: number; height: number } {
  const [, width, height] = /^<svg [^>]*?width="(\d+)" height="(\d+)"/.exec(svg) ?? []
  if (!width || !height) throw new Error(`This drawing has no size: ${svg.slice(0, 120)}`)
  return { width: Number(width), height: Number(height) }
}
