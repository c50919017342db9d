import { type PictureFormat, type PictureSize, pictureFormatOf } from '../compress.rules.ts'

/** Enough for the size of nearly every picture; where it is not, the size shows when the picture is decoded. */
const HEAD_BYTES = 1 << 20

export interface PictureHead {
  format: PictureFormat
  /** As stored, not yet turned upright; nothing for drawings and for what could not be read. */
  size: PictureSize | undefined
  /** It moves; only its first frame is compressed. */
  animated: boolean
}

/** What the first bytes of a file say, before it is decoded; nothing where it is no picture that we take. */
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

/** Its three kinds of first chunk: extended, lossless, plain. */
function webpSize(view: DataView): PictureSize {
  const kind = view.getUint8(15)
  if (kind === 0x58) return { width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 }
  if (kind === 0x4c) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

/** Its segments one after another up to the frame header. */
function jpegSize(view: DataView): PictureSize | undefined {
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    // Bytes that fill up belong to no segment.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

function isAnimated(head: Uint8Array, format: PictureFormat): boolean {
  if (format === 'svg' || format === 'jpeg') return false
  const text = new TextDecoder('latin1').decode(head)
  if (format === 'png') return text.includes('acTL') && text.indexOf('acTL') < text.indexOf('IDAT')
  if (format === 'webp') return text.startsWith('VP8X', 12) && (head[20]! & 2) > 0
  // Each frame has its own delay before it.
  return (text.match(/\0!\xf9\x04[\s\S]{4}\0[,!]/g) ?? []).length > 1
}
