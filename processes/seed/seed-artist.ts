import type { FastifyInstance } from 'fastify'
import type { StatedOrigin } from '#catalogue/origin.rules.ts'
import { createAsset } from '#submissions/contract.ts'
import { decideAsset } from '#submissions/review.contract.ts'
import type { Artwork } from '../../catalogue-import/artwork/artwork.ts'
import { injectedApi } from '../http/injected-api.ts'

type Desk = {
  app: FastifyInstance
  /** The session tokens. */
  artist: string
  admin: string
  process(file_id: string): Promise<void>
}

const WHY_REJECTED = 'This is too close to an asset we already have. Please vary the composition.'

/** The outcome for each artwork, oldest first. Two stay pending, so that an admin has something to review. */
export const FATES = ['approved', 'approved', 'rejected', 'approved', 'approved', 'pending', 'pending'] as const

/** What the artist states about each, so that the demo has every origin. */
const ORIGINS = ['human', 'ai_assisted', 'human', 'ai_generated', 'human', 'ai_assisted', 'human'] as const

/** The demo's artist submits these and the admin decides, through the same API calls as in a browser. */
export async function offerAsArtist(desk: Desk, works: readonly Artwork[]): Promise<void> {
  for (const [index, status] of FATES.entries()) {
    const work = works[index]
    if (work) await offer(desk, work, { status, origin: ORIGINS[index] })
  }
}

type Fate = { status: (typeof FATES)[number]; origin: StatedOrigin | undefined }

async function offer({ app, artist, admin, process }: Desk, work: Artwork, { status, origin }: Fate): Promise<void> {
  const { title, description, category, tags } = work
  const { asset_id } = await injectedApi(app, artist)(createAsset, { body: { title, description, category, tags, origin } })
  await process(await upload(app, artist, asset_id, work))
  if (status === 'pending') return
  const reason = status === 'rejected' ? WHY_REJECTED : ''
  await injectedApi(app, admin)(decideAsset, { params: { id: asset_id }, body: { status, reason } })
}

/** Returns the file's id. */
async function upload(app: FastifyInstance, token: string, asset_id: string, { svg, title }: Artwork): Promise<string> {
  const form = new FormData()
  form.set('asset_id', asset_id)
  form.set('format', 'svg')
  form.set('file', new Blob([svg], { type: 'image/svg+xml' }), `${title}.svg`)
  const multipart = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/uploads/upload-file',
    headers: { authorization: `Bearer ${token}`, 'content-type': multipart.headers.get('content-type') ?? '' },
    payload: Buffer.from(await multipart.arrayBuffer())
  })
  if (answer.statusCode >= 400) throw new Error(`The demo's upload was refused: ${answer.body}`)
  return answer.json<{ id: string }>().id
}
