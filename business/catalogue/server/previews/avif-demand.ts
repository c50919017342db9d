import { LRUCache } from 'lru-cache'
import type { Ctx } from '#platform/server/index.ts'

/**
 * AVIF previews are drawn for the pictures that people look at. The five AVIFs of one picture take 1.1 seconds of a processor for a drawing of
 * the demo and 2.8 seconds for a large photo, its five WEBPs 0.2 seconds. An AVIF has about 70% of the WEBP's bytes: a visitor saves 6 KB
 * of a card and 16 KB of an asset's page, a photo several times as much. That pays for a picture that is shown again and again, and for no other.
 *
 * Public pages name the WEBP of a picture until its AVIFs exist. Each WEBP that is sent to a browser that accepts AVIF is counted here, in
 * memory and for each process. A picture with VIEWS_MIN of them within a day is sent to the job, together with the others of that minute.
 * When the job has stored the AVIFs, the database tells all processes to render public pages again, and these name the AVIFs beside the
 * WEBPs. Both addresses are permanent, so nothing that a browser or a CDN has stored becomes wrong. A catalogue that nobody visits costs
 * nothing, and a CDN, which asks once for each of its places, still reaches the number for what is popular.
 */
export const MAKE_AVIF = 'catalogue.make-avif'

/** Browsers cache previews permanently, so these are about as many visitors. */
export const VIEWS_MIN = 5
const DAY_MS = 24 * 60 * 60 * 1000
const COUNTED_MAX = 20_000
/** Files of one job. They take about half a minute, after which public pages are rendered again. */
const JOB_FILES = 10
const SEND_AFTER_MS = 60_000

const views = new LRUCache<string, number>({ max: COUNTED_MAX, ttl: DAY_MS })
const wanted = new Set<string>()
let timer: NodeJS.Timeout | undefined

/** Browsers that show AVIF say so when they ask for a picture. */
export const acceptsAvif = (accept: string | undefined): boolean => accept?.includes('image/avif') ?? false

type Counting = Pick<Ctx, 'db' | 'ports' | 'log'>

/** Counts a WEBP that was sent where an AVIF would have been accepted. */
export function countView(ctx: Counting, file_id: string): void {
  const counted = (views.get(file_id) ?? 0) + 1
  views.set(file_id, counted, { noUpdateTTL: true })
  if (counted !== VIEWS_MIN) return
  wanted.add(file_id)
  timer ??= setTimeout(() => {
    sendWanted(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'AVIF previews were not ordered'))
  }, SEND_AFTER_MS).unref()
}

/** Sends the jobs for the pictures that reached the number, each once a day. What cannot be sent is counted again from zero. */
export async function sendWanted({ db, ports }: Pick<Ctx, 'db' | 'ports'>): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const file_ids = [...wanted]
  wanted.clear()
  try {
    for (let start = 0; start < file_ids.length; start += JOB_FILES)
      await ports.jobs.send(db, MAKE_AVIF, { file_ids: file_ids.slice(start, start + JOB_FILES) })
  } catch (error) {
    for (const id of file_ids) views.delete(id)
    throw error
  }
}
