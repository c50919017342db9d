import { type PictureFormat, type PictureSize, pictureFormatOf } from '../../compress.rules.ts'

/** Enough to find the size of almost every image. Otherwise the size is known after decoding. */
const HEAD_BYTES = 1 << 20

export interface PictureHead {
  format: PictureFormat
  /** Before EXIF rotation. Undefined for SVG and unreadable headers. */
  size: PictureSize | undefined
  /** Only the first frame of an animation is compressed. */
  animated: boolean
}

/** Reads a file's header without decoding it. Returns undefined for unsupported formats. */
export async function headOf(file: Blob): Promise<PictureHead | undefined> {
  return readHead(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
}

export function readHead(head: Uint8Array): PictureHead | undefined {
  const format = pictureFormatOf(head)
  if (!format) return undefined
  return { format, size: sizeOf(head, format), animated: isAnimated(head, format) }
}

function sizeOf(head: Uint8Array, format: PictureFormat): PictureSize | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  try {
    if (format === 'png') return { width: view.getUint32(16), height: view.getUint32(20) }
    if (format === 'gif') return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    if (format === 'webp') return webpSize(view)
    return format === 'jpeg' ? jpegSize(view) : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Supports the three kinds of first chunk: extended, lossless, and lossy. */
function webpSize(view: DataView): PictureSize {
  const kind = view.getUint8(15)
  if (kind === 0x58) return { width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 }
  if (kind === 0x4c) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

/** Walks the segments up to the frame header. */
function jpegSize(view: DataView): PictureSize | undefined {
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    // Skips fill bytes between segments.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

function isAnimated(head: Uint8Array, format: PictureFormat): boolean {
  if (format === 'svg' || format === 'jpeg') return false
  const text = new TextDecoder('latin1').decode(head)
  if (format === 'png') return text.includes('acTL') && text.indexOf('acTL') < text.indexOf('IDAT')
  if (format === 'webp') return text.startsWith('VP8X', 12) && ((head[20] ?? 0) & 2) > 0
  // Each frame is preceded by a control block with its delay.
  return (text.match(/\0!\xf9\x04[\s\S]{4}\0[,!]/g) ?? []).length > 1
}
