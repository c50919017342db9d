import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from '../context.ts'
import type { Upload } from './receive-upload.ts'

/** Writes bytes that arrived in another way than as a form to the temporary folder while `use` runs, as `withUpload` does with a file. */
export async function withSpooledBytes<T>({ ports }: Ctx, bytes: Buffer, use: (upload: Upload) => Promise<T>): Promise<T> {
  const { temp_dir } = ports.settings
  const path = join(temp_dir, `upload-${randomUUID()}`)
  const releaseRoom = await ports.disk.reserve(bytes.length)
  try {
    await mkdir(temp_dir, { recursive: true })
    await writeFile(path, bytes, { mode: 0o600 })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return await use({ file: { path, filename: 'picture', bytes: bytes.length, sha256 }, fields: {} })
  } finally {
    releaseRoom()
    await rm(path, { force: true })
  }
}
