import type { FastifyInstance } from 'fastify'
import { mount } from '#platform/server/index.ts'
import { employeeWeeks, overview, recentActivity, waiting, weeks } from '../contract.ts'
import * as backoffice from './service.ts'
import { showEmployeeWeeks, showWeeks } from './weeks.service.ts'

export async function backofficeRoutes(app: FastifyInstance): Promise<void> {
  mount(app, overview, (ctx) => backoffice.showOverview(ctx))
  mount(app, weeks, (ctx) => showWeeks(ctx))
  mount(app, employeeWeeks, (ctx) => showEmployeeWeeks(ctx))
  mount(app, waiting, (ctx) => backoffice.showWaiting(ctx))
  mount(app, recentActivity, (ctx) => backoffice.showRecentActivity(ctx))
}
