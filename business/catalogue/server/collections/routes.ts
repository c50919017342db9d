import type { FastifyInstance } from 'fastify'
import { mount } from '#platform/server/index.ts'
import {
  addCollection,
  chooseWorks,
  deleteCollection,
  editCollection,
  getEditedCollection,
  getFeaturedCollection,
  listEditedCollections,
  listFeaturedCollections,
  listHighlights,
  orderCollections
} from '../../featured.contract.ts'
import * as desk from './edit-featured.service.ts'
import * as featured from './featured.service.ts'
import { highlights } from './highlights.service.ts'

export function collectionRoutes(app: FastifyInstance): void {
  mount(app, listFeaturedCollections, (ctx, { query }) => featured.listFeatured(ctx, query))
  mount(app, getFeaturedCollection, (ctx, { params, query }) => featured.showFeatured(ctx, params.slug, query))
  mount(app, listHighlights, (ctx) => highlights(ctx))
  mount(app, listEditedCollections, (ctx) => desk.listEdited(ctx))
  mount(app, addCollection, (ctx, { body }) => desk.addCollection(ctx, body))
  mount(app, orderCollections, (ctx, { body }) => desk.orderCollections(ctx, body))
  mount(app, getEditedCollection, (ctx, { params }) => desk.readEdited(ctx, params.id))
  mount(app, editCollection, (ctx, { params, body }) => desk.editCollection(ctx, params.id, body))
  mount(app, chooseWorks, (ctx, { params, body }) => desk.chooseWorks(ctx, params.id, body))
  mount(app, deleteCollection, (ctx, { params }) => desk.deleteCollection(ctx, params.id))
}
