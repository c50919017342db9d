import { type Ctx, DecoderUnavailable, openDecoder, runBatches } from '#platform/server/index.ts'
import type { FileFormat } from '../../rules.ts'
import { pictureOf } from '../previews/preview-address.ts'
import type { Checked, DrawnPage } from './check-tasks.ts'
import { CHECK_VERSION } from './check-version.ts'
import { findUnchecked, saveFileCheck } from './findings.queries.ts'

type Tasks = typeof import('./check-tasks.ts')
const TASKS = 'business/catalogue/server/findings/check-tasks.ts'
const CHECKING_MS = 30_000
/** `soon` for a file that was uploaded now, `background` for the job. */
const decoders = {
  soon: openDecoder<Tasks>({ module: TASKS, processes: 2 }),
  background: openDecoder<Tasks>({ module: TASKS, processes: 1, is_background: true })
}

export type CheckedFile = { id: string; format: FileFormat; bytes: Uint8Array; page: DrawnPage | null }

/**
 * Stores what is wrong with a file. What cannot be checked, or not in time, never stands in its way: its check is stored as not whole. It is
 * not checked again, unless the check could not begin.
 */
export async function checkFile(ctx: Ctx, file: CheckedFile, pace: keyof typeof decoders = 'soon'): Promise<void> {
  const found = await decoders[pace]
    .run('checkFile', CHECKING_MS, file.bytes, file.format, file.page)
    .catch((err: unknown): Checked | undefined =>
      err instanceof DecoderUnavailable ? undefined : { faults: [], writing: [], failures: [String(err)] }
    )
  if (found?.failures.length !== 0)
    ctx.log.warn({ failures: found?.failures ?? ['no process'], file_id: file.id }, 'a file could not be checked, or not as a whole')
  if (found) await save(ctx, file.id, found)
}

const save = (ctx: Ctx, file_id: string, { failures, ...found }: Checked): Promise<void> =>
  saveFileCheck(ctx.db, file_id, { ...found, is_whole: failures.length === 0, version: CHECK_VERSION }, ctx.now)

const BATCH = 10
const RUN_MS = 120_000

/**
 * Checks files that were uploaded before there were checks, or before these: first those under review, then all that artists uploaded.
 * Imported artwork is checked only while it is under review.
 */
export const checkEarlierFiles = (ctx: Ctx, stopping?: AbortSignal): Promise<void> =>
  runBatches({
    run_ms: RUN_MS,
    stopping,
    find: () => findUnchecked(ctx.db, CHECK_VERSION, BATCH),
    work: (file) => checkEarlier(ctx, file)
  })

/** A file whose bytes are gone gets a check that is not whole, so that the job goes on to the others. */
async function checkEarlier(ctx: Ctx, file: Awaited<ReturnType<typeof findUnchecked>>[number]): Promise<void> {
  const { id, format, original_key, picture } = file
  const { files } = ctx.ports
  try {
    const page = picture === 'drawn' ? { picture: await files.bytes(pictureOf(file).key) } : null
    await checkFile(ctx, { id, format, bytes: await files.bytes(original_key), page }, 'background')
  } catch (err) {
    ctx.log.warn({ err, file_id: id }, 'a file could not be read for its check')
    await save(ctx, id, { faults: [], writing: [], failures: [String(err)] })
  }
}
