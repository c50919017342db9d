import type { FastifyInstance } from 'fastify'
import { type Ctx, type JobHandler, mount } from '#platform/server/index.ts'
import { deleteWageRule, employeeWageRules, publicWageRules, setWageRule, wageRules, wageRuleVersions } from '../contract.ts'
import { employeeBalance, openBalances, recordPayout, viewPayouts } from '../payouts.contract.ts'
import * as payouts from './payouts.service.ts'
import * as payroll from './service.ts'

export async function payrollRoutes(app: FastifyInstance): Promise<void> {
  mount(app, wageRules, (ctx) => payroll.listRules(ctx))
  mount(app, wageRuleVersions, (ctx) => payroll.listVersions(ctx))
  mount(app, setWageRule, (ctx, { body }) => payroll.setRule(ctx, body))
  mount(app, deleteWageRule, (ctx, { params }) => payroll.deleteRule(ctx, params.category))
  mount(app, publicWageRules, (ctx) => payroll.listRules(ctx))
  mount(app, employeeWageRules, (ctx) => payroll.listRules(ctx))
  mount(app, employeeBalance, (ctx, { query }) => payouts.readBalance(ctx, query.employee_id))
  mount(app, openBalances, (ctx) => payouts.listOpenBalances(ctx))
  mount(app, viewPayouts, (ctx, received) => payouts.listPayouts(ctx, received))
  mount(app, recordPayout, payouts.pay)
}

export const payrollJobs = (context: () => Ctx): JobHandler[] => [
  { name: payouts.SEND_PAYOUT_MAIL, run: ({ payout_id }: { payout_id: string }) => payouts.sendPayoutMail(context(), payout_id) }
]
