import type { FastifyInstance } from 'fastify'
import { notFound } from '#platform/server/index.ts'
import { previewSources } from '../../rules.ts'
import { detail } from '../service.ts'
import { openPreview } from './previews.service.ts'

/** The width of an embedded picture, in pixels. */
const WIDTH = 640
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const PREVIEW = /^\/previews\/(?<file_id>[^/]+)\/(?<version>[^/]+)\/(?<name>[^/]+)$/

/**
 * Serves the picture of an embed: the preview that visitors see just now, so without the watermark while the asset is free. Its address
 * works for as long as the asset is on sale; caches ask again each time, so that a withheld asset is gone at once.
 */
export function serveEmbeds(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>(
    '/embeds/:id([^.]+).webp',
    { config: { ignores_cookies: true } },
    async ({ ctx, params, headers }, reply) => {
      if (!UUID.test(params.id)) throw notFound()
      const asset = await detail({ ...ctx, actor: null }, params.id)
      const [source = ''] = previewSources(asset, WIDTH)
      const address = PREVIEW.exec(source)?.groups as { file_id: string; version: string; name: string } | undefined
      const preview = address && (await openPreview({ ...ctx, actor: null }, address))
      if (!preview) throw notFound()
      reply.header('etag', preview.etag).header('cache-control', 'public, no-cache').header('cross-origin-resource-policy', 'cross-origin')
      if (headers['if-none-match'] === preview.etag) return reply.code(304).send()
      return reply.type(preview.content_type).send(await preview.bytes())
    }
  )
}
