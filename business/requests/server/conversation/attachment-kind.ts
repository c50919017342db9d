import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { refuse } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'

const IMAGES = new Set(['jpg', 'png', 'apng', 'webp', 'gif', 'avif'])
const DOCUMENTS = new Set(['pdf', 'zip'])
const HEAD_BYTES = 64 * 1024
const PREVIEW_SIDE = 640
const MAX_PIXELS = 100_000_000
const RENDER_SECONDS = 15

/** Each task holds a decoded image in memory. */
const limitConcurrency = pLimit(2)

export type AttachmentKind = { content_type: string; is_image: boolean }

/** Detects the file type from its content. Refuses other types. */
export async function kindOfAttachment(path: string): Promise<AttachmentKind> {
  const found = await fileTypeFromBuffer(await readHead(path))
  if (!found || !(IMAGES.has(found.ext) || DOCUMENTS.has(found.ext)))
    throw refuse(refusals, 'attachment_kind', { fields: { file: refusals.attachment_kind.message } })
  return { content_type: found.ext === 'apng' ? 'image/png' : found.mime, is_image: IMAGES.has(found.ext) }
}

/** Renders a small preview without the file's metadata; of an animation, the first frame. */
export function renderPreview(path: string): Promise<Buffer> {
  return limitConcurrency(() =>
    sharp(path, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .timeout({ seconds: RENDER_SECONDS })
      .toBuffer()
      .catch(() => {
        throw refuse(refusals, 'attachment_unreadable', { fields: { file: refusals.attachment_unreadable.message } })
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
