import sharp from 'sharp'
import type { Category } from '#catalogue/rules.ts'
import { createAsset, type OwnedFile } from '#submissions/contract.ts'
import type { World } from '../world.ts'

let drawn = 0

/** Returns a real, unique picture. It has no letters, because the reader of watermarks would take long to read them. */
export async function picture(format: 'png' | 'jpg' | 'webp' = 'png', { width = 640, height = 480 } = {}): Promise<Buffer> {
  drawn += 1
  const color = { r: (drawn * 37) % 256, g: (drawn * 91) % 256, b: (drawn * 7) % 256 }
  const [x, y] = [Math.random() * width, Math.random() * height]
  const mark = Buffer.from(
    `<svg width="${width}" height="${height}"><circle cx="${x}" cy="${y}" r="${20 + Math.random() * 20}" fill="#fff"/></svg>`
  )
  const image = sharp({ create: { width, height, channels: 3, background: color } }).composite([{ input: mark }])
  return image.toFormat(format === 'jpg' ? 'jpeg' : format).toBuffer()
}

export const drawing = (inside = ''): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"><title>${Math.random()}</title>${inside}<path d="M2 2h20v20H2z" fill="#00b4d8"/></svg>`
  )

export type SentFile = { name: string; bytes: Uint8Array; type?: string }
export type UploadAnswer = { status: number; body: OwnedFile & { error?: string; code?: string; fields?: Record<string, string> } }

/** Uploads a file as a browser does. */
export async function sendUpload(
  world: World,
  token: string,
  fields: Record<string, string>,
  file?: SentFile,
  url = '/api/uploads/upload-file'
): Promise<UploadAnswer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('file', new Blob([new Uint8Array(file.bytes)], { type: file.type ?? 'application/octet-stream' }), file.name)
  const encoded = new Response(form)
  const answer = await world.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer())
  })
  return { status: answer.statusCode, body: answer.json() }
}

export type AssetGiven = { artist?: string; title?: string; category?: Category }

/** Creates a pending asset without files. */
export async function emptyAsset(world: World, { artist = 'employee', title = 'Blue fox', category = 'icon' }: AssetGiven = {}) {
  const { asset_id } = await (await world.as('employee', artist))(createAsset, { body: { title, category, tags: ['fox'] } })
  return asset_id
}

/** Creates a pending asset with one processed picture, ready for review. */
export async function uploadedAsset(world: World, options: AssetGiven = {}) {
  const asset_id = await emptyAsset(world, options)
  const { token } = await world.person('employee', options.artist ?? 'employee')
  const { status, body } = await sendUpload(world, token, { asset_id }, { name: 'fox.png', bytes: await picture() })
  if (status !== 200) throw new Error(`The upload was refused: ${JSON.stringify(body)}`)
  await world.work()
  return { asset_id, file_id: body.id }
}
