import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Rig } from '../rig.ts'

/** Returns a form with one file, as a browser sends it. */
export function fileOf(bytes: Uint8Array, name: string, fields: Record<string, string> = {}, part = 'file'): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set(part, new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }), name)
  return form
}

/** Returns a small picture that no one else has. */
export async function drawPicture(): Promise<Buffer> {
  const noise = createHash('shake256', { outputLength: 8 * 6 * 3 })
    .update(randomUUID())
    .digest()
  return sharp(noise, { raw: { width: 8, height: 6, channels: 3 } })
    .resize(96, 72, { kernel: 'nearest' })
    .png()
    .toBuffer()
}

/** Returns a small file that is recognized as a PDF. */
export const pdfOf = (words: string): Buffer => Buffer.from(`%PDF-1.4\n% ${words}\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n`)

/** Whether the store has exactly these bytes. */
export async function isStored({ place: { files } }: Rig, key: string, sha256: string): Promise<boolean> {
  if ((await files.size(key)) === undefined) return false
  const bytes = await files.bytes(key)
  return createHash('sha256').update(bytes).digest('hex') === sha256
}
