import type { FastifyInstance } from 'fastify'
import { audit } from '#accounts/server/index.ts'
import { type Ctx, mount, mountStream, sendCsv, signedIn } from '#platform/server/index.ts'
import * as contract from '../contract.ts'
import * as csv from './csv.service.ts'
import * as expenses from './expenses.service.ts'
import { periodOf, type Range } from './report-period.ts'
import * as accounting from './service.ts'

export async function accountingRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.financialReport, (ctx, { query }) => accounting.report(ctx, query))
  mount(app, contract.paymentsReport, (ctx, { query }) => accounting.listPayments(ctx, query))
  mount(app, contract.wagesReport, (ctx, { query }) => accounting.listWages(ctx, query))
  mount(app, contract.addExpense, (ctx, { body }) => expenses.bookExpense(ctx, body))
  mount(app, contract.reverseExpense, (ctx, received) => expenses.reverse(ctx, received))
  mount(app, contract.listExpenses, (ctx, { query }) => expenses.listAll(ctx, query))
  mountCsv(app, contract.paymentsCsv, csv.paymentsCsv)
  mountCsv(app, contract.wagesCsv, csv.wagesCsv)
  mountCsv(app, contract.expensesCsv, csv.expensesCsv)
  mountCsv(app, contract.monthsCsv, csv.monthsCsv)
}

type CsvEndpoint = typeof contract.paymentsCsv | typeof contract.wagesCsv | typeof contract.expensesCsv | typeof contract.monthsCsv

function mountCsv(app: FastifyInstance, e: CsvEndpoint, write: (ctx: Ctx, range: Range) => Promise<csv.Csv>): void {
  mountStream(app, e, async (ctx, { query }, _request, reply) => {
    const { name, text } = await write(ctx, query)
    const subject = e.path.replace(/^.*\/|\.csv$/g, '')
    const { start, end } = periodOf(ctx, query)
    const by = { actor_id: signedIn(ctx).id, action: 'report.exported', subject_kind: 'report' }
    await audit(ctx.db, { ...by, subject, details: { start, end } })
    return sendCsv(reply, name, text)
  })
}
