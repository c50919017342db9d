import { importAssets } from '#catalogue/server/import.service.ts'
import { browse } from '#catalogue/server/service.ts'
import type { Connection } from '#platform/database/connect.ts'
import type { Ctx, Files } from '#platform/server/index.ts'
import { gather } from '../../catalogue-import/artwork/artwork.ts'
import { demoArtwork } from '../../catalogue-import/demo.ts'
import { importRow } from '../../catalogue-import/import-artwork.ts'
import { JUDGED } from './judged.ts'
import { type Measured, measure, SEEN } from './measure.ts'

/** Imports the demo catalogue into an empty database, without previews, and returns its titles. */
export async function loadDemo(db: Connection, files: Files, owner_id: string): Promise<string[]> {
  const works = await gather(demoArtwork())
  await importAssets(
    db,
    files,
    works.map((work, number) => importRow(work, owner_id, new Date(Date.UTC(2026, 0, 1) + number * 1000)))
  )
  return works.map(({ title }) => title)
}

/** Runs every judged query as a visitor. */
export async function judgeAll(ctx: Ctx, titles: readonly string[]): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const judged of JUDGED) {
    const found = await browse(ctx, { search: judged.query, page: 1, page_size: SEEN })
    measured.push(
      measure(
        judged,
        found.map(({ title }) => title),
        titles
      )
    )
  }
  return measured
}
