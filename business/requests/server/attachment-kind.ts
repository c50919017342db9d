import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { refuse, turns } from '#platform/server/index.ts'
import { no } from '../contract.ts'

const PICTURES = new Set(['jpg', 'png', 'apng', 'webp', 'gif', 'avif'])
const OTHERS = new Set(['pdf', 'zip'])
const HEAD_BYTES = 64 * 1024
const PREVIEW_SIDE = 640
const MAX_PIXELS = 100_000_000
const DRAWING_SECONDS = 15

/** Each holds a decoded picture in memory. */
const inTurn = turns(2)

export type AttachmentKind = { content_type: string; is_picture: boolean }

/** What a file is, by its bytes alone. */
export async function kindOfAttachment(path: string): Promise<AttachmentKind> {
  const found = await fileTypeFromBuffer(await readHead(path))
  if (!found || !(PICTURES.has(found.ext) || OTHERS.has(found.ext)))
    throw refuse(no, 'attachment_kind', { fields: { file: no.attachment_kind.message } })
  return { content_type: found.ext === 'apng' ? 'image/png' : found.mime, is_picture: PICTURES.has(found.ext) }
}

/** A small picture drawn anew, with nothing of the file's own bytes or metadata; the first frame of an animation. */
export function drawPreview(path: string): Promise<Buffer> {
  return inTurn(() =>
    sharp(path, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .timeout({ seconds: DRAWING_SECONDS })
      .toBuffer()
      .catch(() => {
        throw refuse(no, 'attachment_unreadable', { fields: { file: no.attachment_unreadable.message } })
      })
  )
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
