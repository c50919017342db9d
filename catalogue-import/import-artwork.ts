import { type ImportRow, importAssets } from '#catalogue/server/import.service.ts'
import type { Db } from '#platform/database/connect.ts'
import type { Files } from '#platform/server/files.ts'
import type { Artwork } from './artwork.ts'
import { batches, inParallel } from './batches.ts'
import type { Progress } from './progress.ts'

const BATCH = 500
const WORKERS = 3

export type Import = {
  db: Db
  files: Files
  owner_id: string
  works: AsyncIterable<Artwork>
  /** How many at most; the last of them is the newest, approved now. */
  total: number
  progress: Progress
  signal?: AbortSignal
}

/** `file_ids` are the new files, oldest first as far as batches keep it. */
export type Imported = { seen: number; file_ids: string[] }

/** Writes what is not there yet, batch by batch: stopped anywhere, it goes on where it stopped when it is run again. */
export async function importArtwork({ db, files, owner_id, works, total, progress, signal }: Import): Promise<Imported> {
  const oldest = Date.now() - total
  const file_ids: string[] = []
  let [read, seen] = [0, 0]
  async function* rows(): AsyncGenerator<ImportRow> {
    for await (const work of works) {
      if (signal?.aborted) return
      yield importRow(work, owner_id, new Date(oldest + read++))
    }
  }
  await inParallel(batches(rows(), BATCH), WORKERS, async (batch) => {
    file_ids.push(...(await importAssets(db, files, batch)).file_ids)
    seen += batch.length
    progress.at(seen)
  })
  progress.end()
  return { seen, file_ids }
}

export function importRow({ licence, author, ...work }: Artwork, owner_id: string, approved_at: Date): ImportRow {
  return {
    ...work,
    ...sizeOf(work.svg),
    owner_id,
    approved_at,
    licence_title: licence.title,
    licence_spdx: licence.spdx,
    licence_url: licence.url,
    author_name: author.name,
    author_url: author.url
  }
}

/** Every artwork's document begins with its size. */
function sizeOf(svg: string): { width: number; height: number } {
  const [, width, height] = /^<svg [^>]*?width="(\d+)" height="(\d+)"/.exec(svg) ?? []
  if (!width || !height) throw new Error(`This drawing states no size: ${svg.slice(0, 120)}`)
  return { width: Number(width), height: Number(height) }
}
