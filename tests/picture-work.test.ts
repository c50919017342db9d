import { execFileSync } from 'node:child_process'
import { getPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getAsset } from '#catalogue/contract.ts'
import { addFile, catalogueJobs, findFile, prepareFiles } from '#catalogue/server/index.ts'
import { MAKE_AVIF, sendWanted, VIEWS_MIN } from '#catalogue/server/previews/avif-demand.ts'
import { analyzeImage, makeAvif, makePreviews } from '#catalogue/server/previews/draw-previews.ts'
import { VARIANTS } from '#catalogue/server/previews/preview-address.ts'
import { Preview } from '#catalogue/web/preview.tsx'
import { NOT_STOPPING } from '#platform/server/index.ts'
import { processFile } from '#submissions/server/upload/process-file.service.ts'
import { givenAsset } from './support/givens/catalogue.ts'
import { freshWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

/** Smooth shapes, of which AVIF makes much less than WEBP does. */
async function photo(seed: number): Promise<Buffer> {
  const [width, height] = [700, 490]
  const data = Buffer.alloc(width * height * 3)
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)]
    data[at] = 128 + 60 * Math.sin(x / 37 + seed) * Math.cos(y / 23 + (at % 3)) + 30 * Math.sin((x * y) / 3000)
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** The same picture with a comment, so that its bytes differ. */
const withComment = (jpg: Buffer, text: string): Buffer =>
  Buffer.concat([jpg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, text.length + 2]), Buffer.from(text), jpg.subarray(2)])

const given = (bytes: Buffer) => givenAsset(world, { file: { format: 'jpg', bytes } })

const BROWSER = { accept: 'image/avif,image/webp,image/*;q=0.8' }
const jobsWaiting = async () => {
  const { rows } = await world.db.pool.query(`select data from jobs.job where name = $1 and state = 'created'`, [MAKE_AVIF])
  return rows.map(({ data }) => data as { file_ids: string[] })
}

test('a picture that browsers asked for often gets AVIFs, once, and pages then name them', async () => {
  const { id, file_id } = await given(await photo(1))
  await prepareFiles(world.db, world.files, [file_id])
  const assetOf = () => world.api(getAsset, { params: { id } })
  const page = async () => {
    const asset = await assetOf()
    return renderToStaticMarkup(createElement(Preview, { asset, width: 640, sizes: '100vw' }))
  }
  const url = (await assetOf()).files[0]!.preview_urls![640]
  const view = (headers: Record<string, string> = BROWSER) => world.app.inject({ url, headers })
  const told: string[] = []
  const ready = Promise.withResolvers<void>()
  const stop = world.ports.listener.listen('page_changes', {
    notified: () => void told.push('told'),
    resumed: ready.resolve,
    lost: () => {}
  })
  await ready.promise

  for (let seen = 1; seen < VIEWS_MIN; seen += 1) await view()
  for (let seen = 0; seen < 2 * VIEWS_MIN; seen += 1) await view({ accept: 'image/webp,*/*' })
  await sendWanted(world.ctx())
  expect(await jobsWaiting()).toEqual([])
  await view()
  await sendWanted(world.ctx())
  expect(await jobsWaiting()).toEqual([{ file_ids: [file_id] }])
  expect(await page()).not.toContain('image/avif')

  await world.work()
  expect(await page()).toMatch(/<source type="image\/avif" srcSet="[^"]*320\.avif 320w, [^"]*640-marked\.avif 640w"/i)
  await vi.waitFor(() => expect(told).toHaveLength(1))
  for (let seen = 0; seen < VIEWS_MIN; seen += 1) await view()
  await sendWanted(world.ctx())
  expect(await jobsWaiting()).toEqual([])
  stop()
})

/** The nice values of the decoders that are working now. */
function workingDecoders(): { nice: number }[] {
  const lines = execFileSync('ps', ['-o', 'ni=,stat=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
  return lines.filter((line) => line.includes('previews/preview-tasks.ts')).map((line) => ({ nice: Number(line.trim().split(/\s+/)[0]) }))
}

test('an upload gets its previews while fifty AVIF jobs wait, and only one picture is drawn in the background', async ({ skip }) => {
  const waiting = await photo(2)
  const files = await Promise.all(Array.from({ length: 50 }, (_, index) => given(withComment(waiting, `number ${index}`))))
  const job = catalogueJobs(world.ctx).find(({ name }) => name === MAKE_AVIF)!
  expect(job.concurrency ?? 1).toBe(1)
  let made = 0
  let is_stopped = false
  const avifs = (async () => {
    for (const { file_id } of files) {
      if (is_stopped) return
      await job.run({ file_ids: [file_id] } as never, NOT_STOPPING)
      made += 1
    }
  })()
  const bytes = await photo(99)
  // More background work at the same time, as nightly jobs and imports do.
  const others = [analyzeImage(bytes, 'jpg'), makePreviews(bytes, 'jpg', 'background'), makeAvif(bytes, 'jpg', VARIANTS.slice(0, 1))]
  const seen: number[] = []
  const watch = async () => {
    for (; !is_stopped; await delay(100)) seen.push(workingDecoders().filter(({ nice }) => nice > getPriority() + 5).length)
  }
  const watching = process.platform === 'linux' ? watch() : undefined

  const { id } = await givenAsset(world, { status: 'pending', file: null })
  const upload = {
    asset_id: id,
    format: 'jpg',
    filename: 'new.jpg',
    bytes: bytes.length,
    sha256: 'a'.repeat(64),
    created_at: world.now()
  } as const
  const { file } = await addFile(world.db, upload)
  await world.files.put(file.original_key, bytes, 'image/jpeg')
  await processFile(world.ctx(), file.id)
  expect((await findFile(world.db, file.id))?.status).toBe('ready')
  expect(made).toBeLessThan(25)
  await Promise.all(others)
  is_stopped = true
  await Promise.all([avifs, watching])
  if (!watching) skip('Nice values are read on Linux.')
  expect(Math.max(...seen)).toBe(1)
})
