import type { FastifyInstance } from 'fastify'
import { mount } from '#platform/server/index.ts'
import { overview, recentActivity } from '../contract.ts'
import * as backoffice from './service.ts'

export async function backofficeRoutes(app: FastifyInstance): Promise<void> {
  mount(app, overview, (ctx) => backoffice.showOverview(ctx))
  mount(app, recentActivity, (ctx) => backoffice.showRecentActivity(ctx))
}
