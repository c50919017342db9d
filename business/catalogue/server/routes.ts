import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mount, notFound } from '#platform/server/index.ts'
import { getAsset, listAssets, listSitemap, listSitemapParts, similarAssets } from '../contract.ts'
import {
  addSynonyms,
  deleteSearchMiss,
  deleteSynonyms,
  editSynonyms,
  listSearchMisses,
  listSynonyms,
  relatedSearches,
  suggestSearches
} from '../search.contract.ts'
import { acceptsAvif, countView } from './previews/avif-demand.ts'
import { openPreview, type PreviewAddress } from './previews/previews.service.ts'
import * as suggestions from './search/suggestions.service.ts'
import * as search from './search/synonyms.service.ts'
import * as catalogue from './service.ts'
import { sitemap, sitemapParts } from './sitemap.service.ts'

const YEAR = 365 * 24 * 60 * 60

export async function catalogueRoutes(app: FastifyInstance): Promise<void> {
  mount(app, listAssets, (ctx, { query }) => catalogue.browse(ctx, query))
  mount(app, suggestSearches, (ctx, { query }) => suggestions.suggest(ctx, query))
  mount(app, relatedSearches, (ctx, { query }) => suggestions.related(ctx, query))
  mount(app, listSynonyms, (ctx, { query }) => search.listSynonyms(ctx, query))
  mount(app, addSynonyms, (ctx, { body }) => search.addSynonyms(ctx, body))
  mount(app, editSynonyms, (ctx, { params, body }) => search.editSynonyms(ctx, params.id, body))
  mount(app, deleteSynonyms, (ctx, { params }) => search.deleteSynonyms(ctx, params.id))
  mount(app, listSearchMisses, (ctx, { query }) => search.listSearchMisses(ctx, query))
  mount(app, deleteSearchMiss, (ctx, { params }) => search.deleteSearchMiss(ctx, params.id))
  mount(app, listSitemap, (ctx, { query }) => sitemap(ctx, query))
  mount(app, listSitemapParts, (ctx, { query }) => sitemapParts(ctx, query))
  mount(app, getAsset, (ctx, { params }) => catalogue.detail(ctx, params.id))
  mount(app, similarAssets, (ctx, { params }) => catalogue.similar(ctx, params.id))
  app.get<{ Params: PreviewAddress }>('/previews/:file_id/:version/:name', sendPreview)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The preview at a URL never changes. Shared caches may store it only if it is permanently public. */
async function sendPreview(request: FastifyRequest<{ Params: PreviewAddress }>, reply: FastifyReply): Promise<unknown> {
  const preview = UUID.test(request.params.file_id) ? await openPreview(request.ctx, request.params) : undefined
  if (!preview) throw notFound()
  reply.header('etag', preview.etag)
  reply.header('cache-control', preview.is_public ? `public, max-age=${YEAR}, immutable` : 'private, max-age=600')
  if (request.headers['if-none-match'] === preview.etag) return reply.code(304).send()
  const bytes = await preview.bytes()
  if (preview.could_be_avif && acceptsAvif(request.headers.accept)) countView(request.ctx, request.params.file_id)
  return reply.type(preview.content_type).send(bytes)
}
