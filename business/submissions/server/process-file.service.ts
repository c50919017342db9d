import * as catalogue from '#catalogue/server/index.ts'
import { type Ctx, Refusal } from '#platform/server/index.ts'
import { no } from '../contract.ts'

const NOT_STORED = 'The upload did not complete. Please upload the file again.'

type File = NonNullable<Awaited<ReturnType<typeof catalogue.findFile>>>

/** Percent done once that step is. */
const READ = 10
const DRAWN = 85

/** Draws the previews of an uploaded file and says whether it is ready; a second run of a finished one changes nothing. */
export async function processFile({ db, ports: { files } }: Ctx, file_id: string): Promise<void> {
  const file = await catalogue.findFile(db, file_id)
  if (file?.status !== 'processing') return
  if ((await files.size(file.original_key)) === undefined) return catalogue.fileFailed(db, file_id, NOT_STORED)
  // Nothing here draws PDF or EPS: they are kept as they are, and shown by the previews of the asset's other files.
  if (file.format === 'pdf' || file.format === 'eps')
    return catalogue.fileIsReady(db, file_id, { width: null, height: null, dominant_color: null })
  try {
    await drawPreviews({ db, files }, file)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await catalogue.fileFailed(db, file_id, no.unreadable.message)
  }
}

async function drawPreviews({ db, files }: { db: Ctx['db']; files: Ctx['ports']['files'] }, file: File): Promise<void> {
  const bytes = await files.bytes(file.original_key)
  await catalogue.fileProgress(db, file.id, READ)
  const { width, height, dominant_color, previews } = await catalogue.makePreviews(bytes, file.format)
  await catalogue.fileProgress(db, file.id, DRAWN)
  await catalogue.storePreviews(files, file, previews)
  await catalogue.fileIsReady(db, file.id, { width, height, dominant_color })
}
