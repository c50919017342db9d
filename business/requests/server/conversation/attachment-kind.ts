import { open, stat } from 'node:fs/promises'
import { createFairQueue, FileBytes, openDecoder, refuse } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'

const IMAGES = new Set(['jpg', 'png', 'apng', 'webp', 'gif', 'avif'])
const DOCUMENTS = new Set(['pdf', 'zip'])
const HEAD_BYTES = 64 * 1024
const RENDER_MS = 15_000
const RENDERED_AT_ONCE = 2

/** One person's heavy pictures do not delay the pictures of others. */
const limitConcurrency = createFairQueue(RENDERED_AT_ONCE)

/** Each task holds a decoded image in memory. */
const decoder = openDecoder<typeof import('./attachment-preview-tasks.ts')>({
  module: 'business/requests/server/conversation/attachment-preview-tasks.ts',
  processes: RENDERED_AT_ONCE
})

export type AttachmentKind = { content_type: string; is_image: boolean }

/** Detects the file type from its content. Refuses other types. */
export async function kindOfAttachment(path: string): Promise<AttachmentKind> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(await readHead(path))
  if (!found || !(IMAGES.has(found.ext) || DOCUMENTS.has(found.ext)))
    throw refuse(refusals, 'attachment_kind', { fields: { file: refusals.attachment_kind.message } })
  return { content_type: found.ext === 'apng' ? 'image/png' : found.mime, is_image: IMAGES.has(found.ext) }
}

/** Renders a small preview in a child process that ends after a time. The decoder logs when it ended, a file that it cannot read is the sender's. */
export async function renderPreview(path: string, person: string): Promise<Buffer> {
  const { size } = await stat(path)
  return limitConcurrency(person, () => decoder.run('drawPreview', RENDER_MS, new FileBytes(path, size))).catch((cause: unknown) => {
    throw refuse(refusals, 'attachment_unreadable', { fields: { file: refusals.attachment_unreadable.message }, cause })
  })
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
