import type { FastifyInstance } from 'fastify'
import { type Ctx, type JobHandler, mount } from '#platform/server/index.ts'
import { approve, changeSettings, listApprovals, readSettings, refuseApproval } from '../approvals.contract.ts'
import {
  deleteWageRule,
  employeeWageRules,
  publicWageRules,
  setWageRule,
  wageRuleHistory,
  wageRules,
  wageRuleVersions
} from '../contract.ts'
import { employeeBalance, openBalances, recordPayout, reversePayout, viewPayouts } from '../payouts.contract.ts'
import * as approvals from './approvals/approvals.service.ts'
import * as payouts from './payouts.service.ts'
import { reverse } from './reverse-payout.service.ts'
import * as rules from './wage-rules.service.ts'

export async function payrollRoutes(app: FastifyInstance): Promise<void> {
  mount(app, wageRules, (ctx) => rules.listRules(ctx))
  mount(app, wageRuleVersions, (ctx) => rules.listVersions(ctx))
  mount(app, wageRuleHistory, (ctx, { params }) => rules.listHistory(ctx, params.category))
  mount(app, setWageRule, (ctx, { body }) => rules.setRule(ctx, body))
  mount(app, deleteWageRule, (ctx, { params }) => rules.deleteRule(ctx, params.category))
  mount(app, publicWageRules, (ctx) => rules.listRules(ctx))
  mount(app, employeeWageRules, (ctx) => rules.listRules(ctx))
  mount(app, employeeBalance, (ctx, { query }) => payouts.readBalance(ctx, query.employee_id))
  mount(app, openBalances, (ctx) => payouts.listOpenBalances(ctx))
  mount(app, viewPayouts, (ctx, received) => payouts.listPayouts(ctx, received))
  mount(app, recordPayout, payouts.pay)
  mount(app, reversePayout, reverse)
  mount(app, readSettings, (ctx) => approvals.showSettings(ctx))
  mount(app, changeSettings, (ctx, { body }) => approvals.change(ctx, body))
  mount(app, listApprovals, (ctx, { query }) => approvals.list(ctx, query))
  mount(app, approve, (ctx, { params }) => approvals.approve(ctx, params.id))
  mount(app, refuseApproval, (ctx, { params, body }) => approvals.refuseOne(ctx, params.id, body))
}

export const payrollJobs = (context: () => Ctx): JobHandler[] => [
  {
    name: payouts.SEND_PAYOUT_MAIL,
    batch: 5,
    run: ({ payout_id }: { payout_id: string }) => payouts.sendPayoutMail(context(), payout_id)
  }
]
