import type { FastifyInstance } from 'fastify'
import { mount } from '#platform/server/index.ts'
import * as contract from '../contract.ts'
import * as help from './service.ts'

export async function helpRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.openContactForm, async (ctx) => help.openForm(ctx))
  mount(app, contract.sendContact, (ctx, { body }) => help.send(ctx, body))
  mount(app, contract.listContactMessages, (ctx, { query }) => help.list(ctx, query))
  mount(app, contract.markContactMessage, (ctx, { params, body }) => help.mark(ctx, params.id, body))
}
