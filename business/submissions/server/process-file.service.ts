import * as catalogue from '#catalogue/server/index.ts'
import { type Ctx, Refusal } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import { drawablePages, drawPage, isPage } from './draw-page.ts'

const NOT_STORED = 'The upload did not complete. Please upload the file again.'
const GIVEN_UP = 'This file could not be processed. Please try again, or upload it in another format.'
/** What may fail for reasons that pass, or end its process, is begun at most so often. */
const ATTEMPTS_MOST = 4
/** In one night. */
const OLDER_MOST = 500

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

async function drawPreviews(ctx: Ctx, file: File): Promise<void> {
  const { db, ports } = ctx
  const bytes = await ports.files.bytes(file.original_key)
  await tell(ctx, file, READ)
  const found = isPage(file.format)
    ? await drawPagePreviews(ctx, file, bytes)
    : await storeAll(ctx, file, await catalogue.makePreviews(bytes, file.format))
  await catalogue.fileIsReady(db, file.id, found)
  if (found.picture !== 'none') await ports.jobs.send(db, catalogue.MAKE_AVIF, { file_id: file.id })
}

/** Its size is the page's, in points. What no picture can be made of here is kept as it is, and shown by the asset's other files. */
async function drawPagePreviews(ctx: Ctx, file: File, bytes: Buffer): Promise<catalogue.Measured> {
  const { files, settings } = ctx.ports
  const page = await drawPage(bytes, file.format, settings.temp_dir)
  if (!page) return { width: null, height: null, dominant_color: null, picture: 'none' }
  await catalogue.storePage(files, file, page.picture)
  const found = await storeAll(ctx, file, await catalogue.makePreviews(page.picture, 'png'))
  const whole = (points: number) => Math.max(1, Math.round(points))
  return { ...found, width: whole(page.width), height: whole(page.height), picture: 'drawn' }
}

type Drawn = Awaited<ReturnType<typeof catalogue.makePreviews>>

async function storeAll(ctx: Ctx, file: File, { previews, ...found }: Drawn): Promise<catalogue.Measured> {
  await tell(ctx, file, DRAWN)
  await catalogue.storePreviews(ctx.ports.files, file, previews)
  return found
}

/** Nobody waits for one that was ready before. */
async function tell({ db }: Ctx, { id, status }: File, progress: number): Promise<void> {
  if (status === 'processing') await catalogue.fileProgress(db, id, progress)
}

/** Nightly: files that were taken when nothing here could draw them. One that cannot be drawn stays as it is. */
export async function drawUnseen(ctx: Ctx): Promise<void> {
  const limits = { attempts: ATTEMPTS_MOST, limit: OLDER_MOST }
  for (const file of await catalogue.findUnseen(ctx.db, await drawablePages(), limits)) {
    await catalogue.countAttempt(ctx.db, file.id)
    await drawPreviews(ctx, file).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
}
