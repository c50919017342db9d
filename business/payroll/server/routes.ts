import type { FastifyInstance } from 'fastify'
import { mount } from '#platform/server/index.ts'
import { deleteWageRule, employeeWageRules, publicWageRules, setWageRule, wageRules } from '../contract.ts'
import * as payroll from './service.ts'

export async function payrollRoutes(app: FastifyInstance): Promise<void> {
  mount(app, wageRules, (ctx) => payroll.listRules(ctx))
  mount(app, setWageRule, (ctx, { body }) => payroll.setRule(ctx, body))
  mount(app, deleteWageRule, (ctx, { params }) => payroll.deleteRule(ctx, params.category))
  mount(app, publicWageRules, (ctx) => payroll.listRules(ctx))
  mount(app, employeeWageRules, (ctx) => payroll.listRules(ctx))
}
