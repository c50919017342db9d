import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { StatedOrigin } from '#catalogue/origin.rules.ts'
import type { AssetStatus, Category, FileFormat } from '#catalogue/rules.ts'
import { addFile, createAsset, decideAsset, fileIsReady, publishFiles, updateFree } from '#catalogue/server/index.ts'
import type { World } from '../world.ts'

export type GivenAsset = {
  title?: string
  description?: string
  category?: Category
  tags?: string[]
  /** Default: unknown. */
  origin?: StatedOrigin
  status?: AssetStatus
  /** The artist's name; the same name is the same person. */
  artist?: string
  is_free?: boolean
  free_starts_at?: Date
  free_ends_at?: Date
  /** Default: a small unique drawing; null: no file. */
  file?: { format: FileFormat; bytes: Buffer } | null
}

export type MadeAsset = { id: string; file_id: string; owner_id: string; title: string }

/** Returns a unique drawing of 400 × 300: a disc on a colored background. */
export const drawing = (color = '#00b4d8'): { format: FileFormat; bytes: Buffer } => ({
  format: 'svg',
  bytes: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300"><!--${randomUUID()}--><rect width="400" height="300" fill="${color}"/><circle cx="200" cy="150" r="90" fill="#fff"/></svg>`
  )
})

/** Creates an asset, approved by default, with one ready file whose original is stored. */
export async function givenAsset(world: World, asked: GivenAsset = {}): Promise<MadeAsset> {
  const { db } = world
  const { title = 'A red fox', description = '', category = 'illustration', tags = [], status = 'approved', artist = 'employee' } = asked
  const owner = await world.person('employee', artist)
  const created_at = world.now()
  const { id } = await createAsset(db, { owner_id: owner.id, title, description, category, tags, origin: asked.origin, created_at })
  const file_id = asked.file === null ? '' : await giveFile(world, id, asked.file ?? drawing())
  if (asked.is_free || asked.free_starts_at || asked.free_ends_at) {
    const { is_free = false, free_starts_at = null, free_ends_at = null } = asked
    await updateFree(db, id, { is_free, free_starts_at, free_ends_at })
  }
  if (status !== 'pending') {
    const admin = await world.person('admin')
    await db.transaction().execute((tx) => decideAsset(tx, { id, status, decided_by: admin.id, decided_at: created_at }))
    if (status === 'approved' && file_id) await publishFiles(db, id, [file_id])
  }
  return { id, file_id, owner_id: owner.id, title }
}

async function giveFile(
  { db, files, now }: World,
  asset_id: string,
  { format, bytes }: { format: FileFormat; bytes: Buffer }
): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { file } = await addFile(db, { asset_id, format, filename: `drawing.${format}`, bytes: bytes.length, sha256, created_at: now() })
  await files.put(file.original_key, bytes, file.content_type)
  const { width, height } = format === 'pdf' || format === 'eps' ? { width: null, height: null } : await sharp(bytes).metadata()
  await fileIsReady(db, file.id, { width, height, dominant_color: '#00b4d8' })
  return file.id
}
