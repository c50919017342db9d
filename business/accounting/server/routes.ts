import type { FastifyInstance } from 'fastify'
import { mount } from '#platform/server/index.ts'
import { addExpense, financialReport, listExpenses, paymentsReport, wagesReport } from '../contract.ts'
import * as accounting from './service.ts'

export async function accountingRoutes(app: FastifyInstance): Promise<void> {
  mount(app, financialReport, (ctx, { query }) => accounting.report(ctx, query))
  mount(app, paymentsReport, (ctx, { query }) => accounting.listPayments(ctx, query))
  mount(app, wagesReport, (ctx, { query }) => accounting.listWages(ctx, query))
  mount(app, addExpense, (ctx, { body }) => accounting.bookExpense(ctx, body))
  mount(app, listExpenses, (ctx, { query }) => accounting.findExpenses(ctx, query))
}
