import type { FastifyInstance } from 'fastify'
import { contentDisposition, mount, mountStream, sendCsv, sendOutgoing } from '#platform/server/index.ts'
import * as admin from '../admin.contract.ts'
import * as contract from '../contract.ts'
import { exportCsv } from './admin/export.service.ts'
import { pack } from './admin/pack.service.ts'
import * as billing from './billing/billing.service.ts'
import { correct } from './documents/correct.service.ts'
import * as documents from './documents/documents.service.ts'
import { invoiceXml } from './documents/invoice-xml.ts'
import * as rates from './tax/tax-rates.service.ts'

export async function invoicingRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.readBilling, billing.read)
  mount(app, contract.saveBilling, (ctx, { body }) => billing.save(ctx, body))
  mount(app, contract.listMyInvoices, documents.listMine)
  mountStream(app, contract.readInvoicePdf, async (ctx, { params }, request, reply) => {
    const { document, credits } = await documents.requireDocument(ctx, params.number)
    sendOutgoing(request, reply)
    reply.type('application/pdf').header('content-disposition', contentDisposition(`${document.number}.pdf`))
    // Loaded by the first document: the libraries that draw it take 60 MB.
    const { invoicePdf } = await import('./documents/invoice-pdf.ts')
    return reply.send(await invoicePdf(document, credits))
  })
  mountStream(app, contract.readInvoiceXml, async (ctx, { params }, request, reply) => {
    const { document, credits } = await documents.requireDocument(ctx, params.number)
    sendOutgoing(request, reply)
    reply.type('application/xml; charset=utf-8').header('content-disposition', contentDisposition(`${document.number}.xml`))
    return reply.send(invoiceXml(document, credits))
  })
  mount(app, contract.correctInvoice, (ctx, { params, body }) => correct(ctx, params.number, body))
  mount(app, admin.listTaxRates, rates.list)
  mount(app, admin.setTaxRate, rates.set)
  mount(app, admin.listInvoices, documents.listAll)
  mountStream(app, admin.exportInvoices, async (ctx, received, _request, reply) => {
    const { name, text } = await exportCsv(ctx, received)
    return sendCsv(reply, name, text)
  })
  mountStream(app, admin.packInvoices, async (ctx, received, request, reply) => {
    const { name, zip } = await pack(ctx, received)
    sendOutgoing(request, reply)
    return reply.type('application/zip').header('content-disposition', contentDisposition(name)).send(zip)
  })
}
