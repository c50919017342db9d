import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { login } from '#accounts/contract.ts'
import { makePreviews } from '#catalogue/server/previews/preview-tasks.ts'
import { createApi } from '#platform/web/api.ts'
import { uploadNewAsset, uploadProgress } from '#submissions/contract.ts'

const SIZE = { width: 3000, height: 2000 }
const PHOTOS = 9
const ASKED_EVERY_MS = 20
const PAUSE_MS = 500
const ORIGINAL = join(import.meta.dirname, '../tests/data/images/exif-orientation/Landscape_1.jpg')

/** Enlarges a real photo and adds grain: as much detail as from a camera, and no two have the same bytes. */
async function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const grain = sharp({ create: { ...SIZE, channels: 3, background: '#808080', noise } })
  return sharp(readFileSync(ORIGINAL))
    .resize(SIZE)
    .composite([{ input: await grain.png().toBuffer(), blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer()
}

const photos = (count: number): Promise<Buffer[]> => Promise.all(Array.from({ length: count }, photo))

/** Returns the processor time, in seconds, of all previews of a photo of 6 megapixels, with watermark and image analysis. */
export async function photoCpu(): Promise<number> {
  const [first, ...others] = await photos(PHOTOS)
  await makePreviews(first!, 'jpg')
  const costs: number[] = []
  for (const bytes of others) costs.push(await cpuOf(() => makePreviews(bytes, 'jpg')))
  return middle(costs)
}

/**
 * Seconds from the answer to the upload of such a photo until it is ready. The first one is left out: it starts the processes that draw and
 * read.
 */
export type ReadyTimes = { median: number; slowest: number }

/** Uploads photos to the product at this address, with its demo. */
export async function readyTimes(url: string): Promise<ReadyTimes> {
  const upload = await uploader(url)
  const times: number[] = []
  for (const bytes of await photos(PHOTOS)) {
    times.push(await upload(bytes))
    await wait(PAUSE_MS)
  }
  const [, ...ready] = times
  return { median: middle(ready), slowest: Math.max(...ready) }
}

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** Returns a function that uploads a photo as an artist of the demo, and returns how many seconds after the answer it is ready. */
async function uploader(url: string): Promise<(bytes: Buffer) => Promise<number>> {
  let headers: Record<string, string> = {}
  const api = createApi(({ url: path, headers: own, ...call }) => fetch(url + path, { ...call, headers: { ...own, ...headers } }))
  const answer = await api(login, { body: { email: 'artist@easel.test', password: 'easel-demo' } })
  if (!('token' in answer)) throw new Error('The artist of the demo has a second factor.')
  headers = { authorization: `Bearer ${answer.token}` }
  return async (bytes) => {
    const body = new FormData()
    const fields = {
      asset_id: randomUUID(),
      title: 'A harbor',
      description: 'Boats.',
      category: 'background',
      tags: 'harbor',
      origin: 'human'
    }
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('file', new File([new Uint8Array(bytes)], 'harbor.jpg', { type: 'image/jpeg' }))
    const { id } = await api(uploadNewAsset, { body })
    const answered = performance.now()
    for (;;) {
      const { status, failure } = await api(uploadProgress, { params: { file_id: id } })
      if (status === 'failed') throw new Error(`A photo failed: ${failure}`)
      if (status === 'ready') return (performance.now() - answered) / 1000
      await wait(ASKED_EVERY_MS)
    }
  }
}
