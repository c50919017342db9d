import type { FastifyInstance } from 'fastify'
import { mount } from '#platform/server/index.ts'
import * as contract from '../../webhooks.contract.ts'
import * as webhooks from './service.ts'

export async function webhooksRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.listWebhooks, webhooks.list)
  mount(app, contract.createWebhook, webhooks.create)
  mount(app, contract.readWebhook, (ctx, { params }) => webhooks.read(ctx, params.id))
  mount(app, contract.changeWebhook, webhooks.change)
  mount(app, contract.deleteWebhook, (ctx, { params }) => webhooks.remove(ctx, params.id))
  mount(app, contract.rotateSecret, (ctx, { params }) => webhooks.rotate(ctx, params.id))
  mount(app, contract.listDeliveries, webhooks.deliveries)
  mount(app, contract.sendAgain, webhooks.again)
}
