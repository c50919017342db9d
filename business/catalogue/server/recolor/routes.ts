import type { FastifyInstance } from 'fastify'
import { mountStream } from '#platform/server/index.ts'
import { freeSource, recoloredPicture } from '../../recolor.contract.ts'
import { openFreeSource, openRecolored } from './recolored.service.ts'

const HOUR = 60 * 60
/** An SVG that is opened on its own runs nothing and loads nothing. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

export function recolorRoutes(app: FastifyInstance): void {
  mountStream(app, recoloredPicture, async (ctx, received, request, reply) => {
    const picture = await openRecolored(ctx, received)
    // Not longer, because an asset can be withheld.
    ctx.outgoing.headers.push(['cache-control', picture.is_public ? `public, max-age=${HOUR}` : 'private, max-age=600'])
    ctx.outgoing.headers.push(['etag', picture.etag])
    if (request.headers['if-none-match'] === picture.etag) {
      reply.code(304)
      return ''
    }
    const bytes = await picture.bytes()
    reply.type('image/webp')
    return bytes
  })
  mountStream(app, freeSource, async (ctx, received, _request, reply) => {
    const bytes = await openFreeSource(ctx, received)
    reply.type('image/svg+xml').header('content-security-policy', SVG_POLICY)
    return bytes
  })
}
