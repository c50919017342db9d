import type { FastifyInstance } from 'fastify'
import { audit } from '#accounts/server/index.ts'
import { type Ctx, mount, mountStream, sendCsv, signedIn } from '#platform/server/index.ts'
import * as contract from '../contract.ts'
import * as expenses from './expenses.service.ts'
import * as files from './files.service.ts'
import { periodOf, type Range } from './period.ts'
import * as accounting from './service.ts'

export async function accountingRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.financialReport, (ctx, { query }) => accounting.report(ctx, query))
  mount(app, contract.paymentsReport, (ctx, { query }) => accounting.listPayments(ctx, query))
  mount(app, contract.wagesReport, (ctx, { query }) => accounting.listWages(ctx, query))
  mount(app, contract.addExpense, (ctx, { body }) => expenses.bookExpense(ctx, body))
  mount(app, contract.reverseExpense, (ctx, received) => expenses.takeBack(ctx, received))
  mount(app, contract.listExpenses, (ctx, { query }) => expenses.listAll(ctx, query))
  mountCsv(app, contract.paymentsCsv, files.paymentsFile)
  mountCsv(app, contract.wagesCsv, files.wagesFile)
  mountCsv(app, contract.expensesCsv, files.expensesFile)
  mountCsv(app, contract.monthsCsv, files.monthsFile)
}

type CsvEndpoint = typeof contract.paymentsCsv | typeof contract.wagesCsv | typeof contract.expensesCsv | typeof contract.monthsCsv

function mountCsv(app: FastifyInstance, e: CsvEndpoint, write: (ctx: Ctx, range: Range) => Promise<files.Csv>): void {
  mountStream(app, e, async (ctx, { query }, _request, reply) => {
    const { name, text } = await write(ctx, query)
    const subject = e.path.replace(/^.*\/|\.csv$/g, '')
    const { start, end } = periodOf(ctx, query)
    const by = { actor_id: signedIn(ctx).id, action: 'report.exported', subject_kind: 'report' }
    await audit(ctx.db, { ...by, subject, details: { start, end } })
    return sendCsv(reply, name, text)
  })
}
