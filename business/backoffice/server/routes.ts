import type { FastifyInstance } from 'fastify'
import { mount } from '#platform/server/index.ts'
import { overview, recentActivity, waiting } from '../contract.ts'
import * as backoffice from './service.ts'

export async function backofficeRoutes(app: FastifyInstance): Promise<void> {
  mount(app, overview, (ctx) => backoffice.showOverview(ctx))
  mount(app, waiting, (ctx) => backoffice.showWaiting(ctx))
  mount(app, recentActivity, (ctx) => backoffice.showRecentActivity(ctx))
}
