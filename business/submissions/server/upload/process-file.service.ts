import * as catalogue from '#catalogue/server/index.ts'
import { type Ctx, Refusal } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { drawablePages, drawPage, isPage } from '../drawing/draw-page.ts'

const NOT_STORED = 'The upload did not complete. Please upload the file again.'
const GAVE_UP = 'This file could not be processed. Please try again, or upload it in another format.'
/** Processing can fail for temporary reasons or crash its process, so it is attempted this often at most. */
const ATTEMPTS_MAX = 4
/** Files drawn per nightly run. */
const REDRAWN_MAX = 500

type Pace = Parameters<typeof catalogue.makePreviews>[2]
type File = NonNullable<Awaited<ReturnType<typeof catalogue.findFile>>>

const isPassed = ({ scan_state }: File): boolean => scan_state === 'off' || scan_state === 'clean'

/** Progress in percent after each step. */
const READ_PROGRESS = 10
const DRAWN_PROGRESS = 85

/** Makes the previews of an uploaded file and sets its status to ready or failed. Does nothing if the file is not being processed, or before the virus scanner has passed it. */
export async function processFile(ctx: Ctx, file_id: string): Promise<void> {
  const { db, ports } = ctx
  const file = await catalogue.findFile(db, file_id)
  if (file?.status !== 'processing' || !isPassed(file)) return
  if ((await ports.files.size(file.original_key)) === undefined) return catalogue.fileFailed(db, file_id, NOT_STORED)
  const attempt = await catalogue.countAttempt(db, file_id)
  if (attempt > ATTEMPTS_MAX) return catalogue.fileFailed(db, file_id, GAVE_UP)
  try {
    await drawPreviews(ctx, file, 'soon')
  } catch (error) {
    if (error instanceof Refusal) return catalogue.fileFailed(db, file_id, reasonOf(error))
    if (attempt === ATTEMPTS_MAX) await catalogue.fileFailed(db, file_id, GAVE_UP)
    throw error
  }
}

/** Returns the sentence that the artist reads. */
const reasonOf = ({ code, message }: Refusal): string => (code === 'not_a_picture' ? refusals.unreadable.message : message)

async function drawPreviews(ctx: Ctx, file: File, pace: Pace): Promise<void> {
  const { db, ports } = ctx
  const bytes = await ports.files.bytes(file.original_key)
  await reportProgress(ctx, file, READ_PROGRESS)
  const found = pace === 'soon' && isLight(file) ? await drawAndCheck(ctx, file, bytes) : await drawThenCheck(ctx, file, bytes, pace)
  if (file.format === 'svg') await catalogue.storePalette({ files: ports.files, db, log: ctx.log }, file, pace)
  await catalogue.fileIsReady(db, file.id, found)
}

/** A picture as from a camera. A drawing, or a larger picture, may need most of the time and memory that there is, so it is not drawn and checked at once. */
const LIGHT_FORMATS: readonly string[] = ['jpg', 'png', 'webp']
const LIGHT_PIXELS_MAX = 24_000_000
const isLight = ({ format, width, height }: File): boolean =>
  LIGHT_FORMATS.includes(format) && width !== null && height !== null && width * height <= LIGHT_PIXELS_MAX

/** Does both at the same time, because the artist waits. Both end before an error is thrown: the next attempt must not meet what is left of this one. */
async function drawAndCheck(ctx: Ctx, file: File, bytes: Buffer): Promise<catalogue.Measured> {
  const drawing = catalogue.makePreviews(bytes, file.format, 'soon').then((drawn) => storeAll(ctx, file, drawn))
  const check = catalogue.checkFile(ctx, { id: file.id, format: file.format, bytes, page: null }, 'soon')
  await Promise.allSettled([drawing, check])
  const found = await drawing
  await check
  return found
}

async function drawThenCheck(ctx: Ctx, file: File, bytes: Buffer, pace: Pace): Promise<catalogue.Measured> {
  const { page, ...found } = isPage(file.format)
    ? await drawPagePreviews(ctx, file, bytes, pace)
    : { ...(await storeAll(ctx, file, await catalogue.makePreviews(bytes, file.format, pace))), page: null }
  await catalogue.checkFile(ctx, { id: file.id, format: file.format, bytes, page }, pace)
  return found
}

type DrawnPage = catalogue.Measured & { page: catalogue.CheckedPage | null }

/** The file's size is the page size in points. A page that this machine cannot draw is stored without previews. */
async function drawPagePreviews(ctx: Ctx, file: File, bytes: Buffer, pace: Pace): Promise<DrawnPage> {
  const { files, settings, uploads } = ctx.ports
  const { page_drawing_ms: limit_ms, ghostscript } = uploads
  const page = await drawPage(bytes, file.format, { temp_dir: settings.temp_dir, limit_ms, ghostscript })
  if (!page) return { width: null, height: null, dominant_color: null, picture: 'none', page: null }
  await catalogue.storePage(files, file, page.picture)
  const found = await storeAll(ctx, file, await catalogue.makePreviews(page.picture, 'png', pace))
  const whole = (points: number) => Math.max(1, Math.round(points))
  return { ...found, width: whole(page.width), height: whole(page.height), picture: 'drawn', page }
}

type Drawn = Awaited<ReturnType<typeof catalogue.makePreviews>>

async function storeAll(ctx: Ctx, file: File, { previews, ...found }: Drawn): Promise<catalogue.Measured> {
  await reportProgress(ctx, file, DRAWN_PROGRESS)
  await catalogue.storePreviews(ctx.ports.files, file, previews)
  return found
}

/** A file that was ready before shows no progress. */
async function reportProgress({ db }: Ctx, { id, status }: File, progress: number): Promise<void> {
  if (status === 'processing') await catalogue.fileProgress(db, id, progress)
}

/** Nightly: draws files that were uploaded when this machine could not draw their format. A file that cannot be drawn stays as it is. */
export async function drawUnseen(ctx: Ctx): Promise<void> {
  const limits = { attempts: ATTEMPTS_MAX, limit: REDRAWN_MAX }
  for (const file of await catalogue.findUnseen(ctx.db, await drawablePages(ctx.ports.uploads), limits)) {
    await catalogue.countAttempt(ctx.db, file.id)
    await drawPreviews(ctx, file, 'background').catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
}
