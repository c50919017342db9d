import sharp from 'sharp'
import { makePreviews } from '#catalogue/server/previews/preview-tasks.ts'
import { demoArtwork } from '../catalogue-import/demo.ts'
import { photoCpu } from './photos.ts'

const ARTWORKS = 40

export type PreviewRates = { ours: number; sharp_alone: number; photo_cpu_s: number }

/** Measures pictures per second, one at a time: all previews with watermark and dominant color, compared with sharp alone making the same three sizes. */
export async function previewRates(): Promise<PreviewRates> {
  const works: Buffer[] = []
  for await (const { svg } of demoArtwork()) {
    works.push(Buffer.from(svg))
    if (works.length === ARTWORKS) break
  }
  await makePreviews(works[0]!, 'svg')
  return {
    ours: await rateOf(works, async (bytes) => void (await makePreviews(bytes, 'svg'))),
    sharp_alone: await rateOf(works, async (bytes) => {
      for (const width of [320, 640, 1200]) await sharp(bytes).resize({ width }).webp({ quality: 82 }).toBuffer()
    }),
    photo_cpu_s: await photoCpu()
  }
}

async function rateOf(works: readonly Buffer[], work: (bytes: Buffer) => Promise<void>): Promise<number> {
  const start = performance.now()
  for (const bytes of works) await work(bytes)
  return works.length / ((performance.now() - start) / 1000)
}
