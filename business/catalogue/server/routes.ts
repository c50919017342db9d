import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mount, notFound } from '#platform/server/index.ts'
import { getAsset, listAssets, listSitemap } from '../contract.ts'
import { openPreview, type PreviewAddress } from './previews.service.ts'
import * as catalogue from './service.ts'

const YEAR = 365 * 24 * 60 * 60

export async function catalogueRoutes(app: FastifyInstance): Promise<void> {
  mount(app, listAssets, (ctx, { query }) => catalogue.browse(ctx, query))
  mount(app, listSitemap, (ctx, { query }) => catalogue.sitemap(ctx, query))
  mount(app, getAsset, (ctx, { params }) => catalogue.detail(ctx, params.id))
  app.get<{ Params: PreviewAddress }>('/previews/:file_id/:version/:name', sendPreview)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A preview never changes at its address. One that not everyone may see, or not for ever, stays out of shared caches. */
async function sendPreview(request: FastifyRequest<{ Params: PreviewAddress }>, reply: FastifyReply): Promise<unknown> {
  const preview = UUID.test(request.params.file_id) ? await openPreview(request.ctx, request.params) : undefined
  if (!preview) throw notFound()
  reply.header('etag', preview.etag)
  reply.header('cache-control', preview.is_public ? `public, max-age=${YEAR}, immutable` : 'private, max-age=600')
  if (request.headers['if-none-match'] === preview.etag) return reply.code(304).send()
  return reply.type('image/webp').send(await preview.bytes())
}
