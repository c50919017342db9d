import type { FastifyInstance } from 'fastify'
import { createOpenLimit, mountStream, networkOf, sendFile } from '#platform/server/index.ts'
import { freeSource, recoloredPicture } from '../../recolor.contract.ts'
import { openFreeSource, openRecolored } from './recolored.service.ts'

/** Drawings that one network may take at the same time, in one process. */
const OPEN_SOURCES = 10
const limitOpen = createOpenLimit({
  message: `Your network takes ${OPEN_SOURCES} drawings at the same time. Please wait until one of them is complete.`,
  retry_after: 10
})
/** An SVG that is opened on its own runs nothing and loads nothing. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

export function recolorRoutes(app: FastifyInstance): void {
  mountStream(app, recoloredPicture, async (ctx, received, request, reply) => {
    const picture = await openRecolored(ctx, received)
    // An asset can be withheld at any moment. With its ETag, a picture that is still shown costs no bytes.
    ctx.outgoing.headers.push(['cache-control', picture.is_public ? 'public, no-cache' : 'private, no-cache'])
    ctx.outgoing.headers.push(['etag', picture.etag])
    if (request.headers['if-none-match'] === picture.etag) {
      reply.code(304)
      return ''
    }
    const bytes = await picture.bytes()
    reply.type('image/webp')
    return bytes
  })
  mountStream(app, freeSource, async (ctx, received, request, reply) => {
    const source = await openFreeSource(ctx, received)
    reply.header('content-security-policy', SVG_POLICY)
    return limitOpen(networkOf(ctx.caller.ip), { most: OPEN_SOURCES }, () => sendFile(request, reply, source))
  })
}
