import type { FastifyInstance } from 'fastify'
import { mount } from '#platform/server/index.ts'
import { getArtist, listArtists } from '../artists.contract.ts'
import { getAsset, listAssets, listSitemap, listSitemapParts, similarAssets } from '../contract.ts'
import { addTrademark, assetFindings, deleteTrademark, listTrademarks } from '../findings.contract.ts'
import {
  addSynonyms,
  deleteSearchMiss,
  deleteSynonyms,
  editSynonyms,
  listSearchMisses,
  listSynonyms,
  relatedSearches,
  searchTotals,
  suggestSearches
} from '../search.contract.ts'
import * as artists from './artists/artists.service.ts'
import { collectionRoutes } from './collections/routes.ts'
import { listFindings } from './findings/findings.service.ts'
import * as trademarks from './findings/trademarks.service.ts'
import { serveLinkPictures } from './link-pictures/serve-link-pictures.ts'
import { pictureSearchRoutes } from './picture-search/routes.ts'
import { serveEmbeds } from './previews/serve-embeds.ts'
import { servePreviews } from './previews/serve-previews.ts'
import { recolorRoutes } from './recolor/routes.ts'
import * as suggestions from './search/suggestions.service.ts'
import * as search from './search/synonyms.service.ts'
import * as catalogue from './service.ts'
import { sitemap, sitemapParts } from './sitemap.service.ts'

export async function catalogueRoutes(app: FastifyInstance): Promise<void> {
  mount(app, listAssets, (ctx, { query }) => catalogue.browse(ctx, query))
  mount(app, suggestSearches, (ctx, { query }) => suggestions.suggest(ctx, query))
  mount(app, searchTotals, (ctx, { query }) => suggestions.totals(ctx, query))
  mount(app, relatedSearches, (ctx, { query }) => suggestions.related(ctx, query))
  mount(app, listSynonyms, (ctx, { query }) => search.listSynonyms(ctx, query))
  mount(app, addSynonyms, (ctx, { body }) => search.addSynonyms(ctx, body))
  mount(app, editSynonyms, (ctx, { params, body }) => search.editSynonyms(ctx, params.id, body))
  mount(app, deleteSynonyms, (ctx, { params }) => search.deleteSynonyms(ctx, params.id))
  mount(app, listSearchMisses, (ctx, { query }) => search.listSearchMisses(ctx, query))
  mount(app, deleteSearchMiss, (ctx, { params }) => search.deleteSearchMiss(ctx, params.id))
  mount(app, assetFindings, (ctx, { params }) => listFindings(ctx, params.id))
  mount(app, listTrademarks, (ctx, { query }) => trademarks.list(ctx, query))
  mount(app, addTrademark, (ctx, { body }) => trademarks.add(ctx, body))
  mount(app, deleteTrademark, (ctx, { params }) => trademarks.remove(ctx, params.id))
  mount(app, listSitemap, (ctx, { query }) => sitemap(ctx, query))
  mount(app, listSitemapParts, (ctx, { query }) => sitemapParts(ctx, query))
  mount(app, getAsset, (ctx, { params }) => catalogue.detail(ctx, params.id))
  mount(app, similarAssets, (ctx, { params }) => catalogue.similar(ctx, params.id))
  mount(app, listArtists, (ctx, { query }) => artists.artists(ctx, query))
  mount(app, getArtist, (ctx, { params, query }) => artists.artist(ctx, { ...params, ...query }))
  collectionRoutes(app)
  pictureSearchRoutes(app)
  recolorRoutes(app)
  servePreviews(app)
  serveEmbeds(app)
  serveLinkPictures(app)
}
