import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Ctx, notFound, refuse } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { fillsFrame, matFor, resolutionOf, UNTITLED } from '../../rules.ts'
import { colorOf, shownFiles } from '../present.ts'
import { drawLinkPicture } from '../previews/draw-previews.ts'
import { spendDrawing } from '../previews/drawing-limit.ts'
import { openPreview } from '../previews/previews.service.ts'
import { sharedPictureOf } from '../previews/shared-picture.ts'
import { type DetailRow, findAsset } from '../queries.ts'
import { linkPicturePath } from './link-picture-address.ts'

const CACHE_BYTES = 8 * 1024 * 1024
const HOUR = 60 * 60
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Request = FastifyRequest<{ Params: { id: string; name: string } }>
type Drawn = Map<string, Promise<Buffer>>

/** Serves the pictures that messengers and social networks show for links to assets. They are drawn on request and held in memory. */
export function serveLinkPictures(app: FastifyInstance): void {
  const drawn = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: ({ length }) => length })
  const drawing: Drawn = new Map()

  async function pictureAt(path: string, ctx: Ctx, row: DetailRow, picture_url: string): Promise<Buffer> {
    const known = drawn.get(path)
    if (known) return known
    const pending = drawing.get(path) ?? draw(ctx, row, picture_url).finally(() => drawing.delete(path))
    drawing.set(path, pending)
    const bytes = await pending
    drawn.set(path, bytes)
    return bytes
  }

  app.get('/link-pictures/:id/:name', async (request: Request, reply) => {
    const { ctx, params } = request
    const row = await requirePublic(ctx, params.id)
    const picture = sharedPictureOf(shownFiles(row))
    if (!picture) throw notFound()
    const path = linkPicturePath({ ...row, brand: ctx.ports.settings.brand_name, picture_url: picture.url })
    // A link that was shared before the title changed.
    if (!path.endsWith(`/${params.name}`)) return reply.header('cache-control', 'no-cache').redirect(path)
    return send(reply, path, request.headers['if-none-match'], () => pictureAt(path, ctx, row, picture.url))
  })
}

async function requirePublic({ db }: Ctx, id: string): Promise<DetailRow> {
  const row = UUID.test(id) ? await findAsset(db, id) : undefined
  if (row?.status !== 'approved') throw notFound()
  if (row.withheld_at) throw refuse(refusals, 'asset_withheld')
  return row
}

/** Other sites may show it: that is what it is for. */
async function send(reply: FastifyReply, path: string, known: string | undefined, read: () => Promise<Buffer>) {
  const etag = `"${path}"`
  reply.header('etag', etag).header('cache-control', `public, max-age=${HOUR}`).header('cross-origin-resource-policy', 'cross-origin')
  if (known === etag) return reply.code(304).send()
  return reply.type('image/jpeg').send(await read())
}

async function draw(ctx: Ctx, row: DetailRow, picture_url: string): Promise<Buffer> {
  const [, , file_id = '', version = '', name = ''] = picture_url.split('/')
  const preview = await openPreview(ctx, { file_id, version, name })
  if (!preview) throw notFound()
  const bytes = await preview.bytes()
  spendDrawing(ctx.caller, { type: 'link_picture' })
  const files = shownFiles(row).map((file) => ({ ...file, resolution: resolutionOf(file) }))
  return drawLinkPicture(bytes, {
    title: row.title || UNTITLED,
    artist: row.employee_name,
    brand: ctx.ports.settings.brand_name,
    mat: matFor(colorOf(shownFiles(row))),
    fills: fillsFrame({ category: row.category, files })
  })
}
