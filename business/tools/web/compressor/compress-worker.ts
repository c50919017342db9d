import pngFile from '@jsquash/oxipng/codec/pkg/squoosh_oxipng_bg.wasm?url'
import resizeFile from '@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm?url'
import webpFile from '@jsquash/webp/codec/enc/webp_enc.wasm?url'
import webpSimdFile from '@jsquash/webp/codec/enc/webp_enc_simd.wasm?url'
import { COMPRESS_TEXTS, type CompressTarget, type PictureFormat, type PictureSize, sizeProblem } from '../../compress.rules.ts'
import { type Pixels, startCodecs } from './compress-codecs.ts'
import { compress, type Encoded, scaled } from './compress-pipeline.ts'

export interface Order {
  /** The file, or for SVG a bitmap for each width. */
  source: Blob | ImageBitmap[]
  format: PictureFormat
  targets: readonly CompressTarget[]
  quality: number
}

export type Report =
  | { kind: 'decoded'; size: PictureSize }
  | { kind: 'made'; file: Encoded }
  | { kind: 'done' }
  | { kind: 'failed'; error: string }

/** Pixels per strip. Some browsers do not support a canvas above 16 million pixels. */
const STRIP = 4_000_000

const ready = startCodecs({
  resize: resizeFile,
  png: pngFile,
  webp: { locateFile: (name: string) => (name.includes('simd') ? webpSimdFile : webpFile) }
})
// Every order reports the failure of the codecs.
ready.catch(() => {})

const report = (message: Report, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.onmessage = ({ data }: MessageEvent<Order>) => void process(data)

async function process(order: Order): Promise<void> {
  try {
    await ready
    const pixelsAt = await decode(order)
    if (!pixelsAt) return
    for await (const file of compress(pixelsAt, order)) report({ kind: 'made', file }, [file.bytes.buffer])
    report({ kind: 'done' })
  } catch (error) {
    console.error(error)
    report({ kind: 'failed', error: COMPRESS_TEXTS.failed })
  }
}

async function decode({ source, format }: Order): Promise<((width: number) => Pixels) | undefined> {
  if (Array.isArray(source)) return (width) => pixelsOf(source.find((drawn) => drawn.width === width)!)
  // Applies the EXIF orientation. For an animation, decodes the first frame.
  const bitmap = await createImageBitmap(source, { premultiplyAlpha: 'none' })
  const size = { width: bitmap.width, height: bitmap.height }
  report({ kind: 'decoded', size })
  const error = sizeProblem(size, format)
  if (error) return void report({ kind: 'failed', error })
  return scaled(pixelsOf(bitmap))
}

/** Reads the pixels in strips and closes the bitmap. */
function pixelsOf(bitmap: ImageBitmap): Pixels {
  const { width, height } = bitmap
  const data = new Uint8ClampedArray(width * height * 4)
  const rows = Math.min(height, Math.max(1, Math.floor(STRIP / width)))
  const context = new OffscreenCanvas(width, rows).getContext('2d', { willReadFrequently: true })!
  for (let top = 0; top < height; top += rows) {
    const tall = Math.min(rows, height - top)
    context.clearRect(0, 0, width, rows)
    context.drawImage(bitmap, 0, -top)
    data.set(context.getImageData(0, 0, width, tall).data, top * width * 4)
  }
  bitmap.close()
  return { data, width, height }
}
