import * as catalogue from '#catalogue/server/index.ts'
import { type Ctx, Refusal } from '#platform/server/index.ts'
import { no } from '../contract.ts'

const NOT_STORED = 'The upload did not complete. Please upload the file again.'
const GIVEN_UP = 'This file could not be processed. Please try again, or upload it in another format.'
/** What may fail for reasons that pass, or end its process, is begun at most so often. */
const ATTEMPTS_MOST = 4

type File = NonNullable<Awaited<ReturnType<typeof catalogue.findFile>>>

/** Percent done once that step is. */
const READ = 10
const DRAWN = 85

/** Draws the previews of an uploaded file and says whether it is ready; a second run of a finished one changes nothing. */
export async function processFile(ctx: Ctx, file_id: string): Promise<void> {
  const { db, ports } = ctx
  const file = await catalogue.findFile(db, file_id)
  if (file?.status !== 'processing') return
  if ((await ports.files.size(file.original_key)) === undefined) return catalogue.fileFailed(db, file_id, NOT_STORED)
  // Nothing here draws PDF or EPS: they are kept as they are, and shown by the previews of the asset's other files.
  if (file.format === 'pdf' || file.format === 'eps')
    return catalogue.fileIsReady(db, file_id, { width: null, height: null, dominant_color: null })
  const attempt = await catalogue.countAttempt(db, file_id)
  if (attempt > ATTEMPTS_MOST) return catalogue.fileFailed(db, file_id, GIVEN_UP)
  try {
    await drawPreviews(ctx, file)
  } catch (error) {
    if (error instanceof Refusal) return catalogue.fileFailed(db, file_id, reasonOf(error))
    if (attempt === ATTEMPTS_MOST) await catalogue.fileFailed(db, file_id, GIVEN_UP)
    throw error
  }
}

/** In words for the artist. */
const reasonOf = ({ code, message }: Refusal): string => (code === 'not_a_picture' ? no.unreadable.message : message)

async function drawPreviews({ db, ports: { files, jobs } }: Ctx, file: File): Promise<void> {
  const bytes = await files.bytes(file.original_key)
  await catalogue.fileProgress(db, file.id, READ)
  const { previews, ...found } = await catalogue.makePreviews(bytes, file.format)
  await catalogue.fileProgress(db, file.id, DRAWN)
  await catalogue.storePreviews(files, file, previews)
  await catalogue.fileIsReady(db, file.id, found)
  await jobs.send(db, catalogue.MAKE_AVIF, { file_id: file.id })
}
