import type { FastifyInstance } from 'fastify'
import { type Ctx, contentDisposition, type JobHandler, mount, mountStream, sendFile, sendStream } from '#platform/server/index.ts'
import { listAllLicenses, revokeLicense } from '../admin.contract.ts'
import {
  checkOut,
  downloadCertificate,
  linkLicenseFile,
  listLicenses,
  readLicense,
  readPricing,
  requestFreeFile,
  verifyCertificate
} from '../contract.ts'
import { downloadPreparedHandOver, prepareOrderHandOver, readPreparedHandOver } from '../hand-over.contract.ts'
import { PREPARE_HOURS } from '../hand-over.rules.ts'
import { createOrder, handOverOrder, listOrders, readOrder } from '../orders.contract.ts'
import { downloadFreeFile, downloadLicenseFile } from '../signed-files.contract.ts'
import { acceptTransfer, offerTransfer, readTransfer, withdrawTransfer } from '../transfer.contract.ts'
import * as admin from './admin.service.ts'
import { certificate } from './certificates/certificate.service.ts'
import { publicKeys } from './certificates/certificate-keys.service.ts'
import { verify } from './certificates/verify.service.ts'
import { checkOutLicense } from './checkout/checkout.service.ts'
import { requestFree } from './checkout/free.service.ts'
import { sendReceipt } from './checkout/receipt.service.ts'
import { linkFile } from './downloads/downloads.service.ts'
import { sendFree, sendLicensed } from './downloads/file-delivery.service.ts'
import { readHandOver, sendHandOver } from './hand-over/ask-hand-over.service.ts'
import { handOverOf, prepareOf } from './hand-over/order-hand-over.service.ts'
import { type DeletedHandOver, deleteFiles, prepare } from './hand-over/prepared.service.ts'
import { CLEAR_RENDITIONS, DELETE_HAND_OVERS, PREPARE_HAND_OVER, SEND_ORDER_RECEIPT, SEND_RECEIPT } from './jobs.ts'
import { sendOrderReceipt } from './orders/order-receipt.service.ts'
import * as orders from './orders/orders.service.ts'
import { pricing } from './prices/license-price.service.ts'
import { clearUnused } from './renditions/rendition-store.service.ts'
import { list, read } from './service.ts'
import * as transfer from './transfer/transfer.service.ts'

export async function licensingRoutes(app: FastifyInstance): Promise<void> {
  mount(app, readPricing, (ctx, { params }) => pricing(ctx, params.id))
  mount(app, checkOut, checkOutLicense)
  mount(app, createOrder, orders.create)
  mount(app, listOrders, orders.list)
  mount(app, readOrder, (ctx, { params }) => orders.readWithHandOver(ctx, params.id))
  mountStream(app, handOverOrder, (ctx, received, request, reply) =>
    handOverOf(ctx, received, ({ filename, stream }) => sendStream(request, reply, { filename, content_type: 'application/zip', stream }))
  )
  mount(app, prepareOrderHandOver, prepareOf)
  mount(app, readPreparedHandOver, (ctx, { params }) => readHandOver(ctx, params.id))
  mountStream(app, downloadPreparedHandOver, (ctx, { params }, request, reply) =>
    sendHandOver(ctx, params.id, (file) => sendFile(request, reply, file))
  )
  mount(app, listLicenses, list)
  mount(app, readLicense, (ctx, { params }) => read(ctx, params.id))
  mount(app, linkLicenseFile, linkFile)
  mount(app, listAllLicenses, admin.listAll)
  mount(app, revokeLicense, admin.revoke)
  mount(app, requestFreeFile, requestFree)
  mount(app, offerTransfer, transfer.offer)
  mount(app, withdrawTransfer, (ctx, { params }) => transfer.withdraw(ctx, params.id))
  mount(app, readTransfer, (ctx, { params }) => transfer.show(ctx, params.token))
  mount(app, acceptTransfer, (ctx, { params }) => transfer.accept(ctx, params.token))
  mount(app, verifyCertificate, (ctx, { params }) => verify(ctx, params.certificate_number))
  mountStream(app, downloadCertificate, async (ctx, received, _request, reply) => {
    const { filename, bytes } = await certificate(ctx, received)
    reply.type('application/pdf').header('content-disposition', contentDisposition(filename))
    return bytes
  })
  // A well-known address (RFC 8615), open to any website.
  app.get('/.well-known/jwks.json', async ({ ctx }, reply) => {
    reply.header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*')
    return publicKeys(ctx)
  })
  mountStream(app, downloadLicenseFile, async (ctx, { params }, request, reply) =>
    sendLicensed(ctx, params.id, request.url, (file) => sendFile(request, reply, file))
  )
  mountStream(app, downloadFreeFile, async (ctx, { params }, request, reply) =>
    sendFree(ctx, params.id, request.url, (file) => sendFile(request, reply, file))
  )
}

export const licensingJobs = (context: () => Ctx): JobHandler[] => [
  { name: SEND_RECEIPT, batch: 5, run: ({ license_id }: { license_id: string }) => sendReceipt(context(), license_id) },
  { name: SEND_ORDER_RECEIPT, batch: 5, run: ({ order_id }: { order_id: string }) => sendOrderReceipt(context(), order_id) },
  {
    name: PREPARE_HAND_OVER,
    expires_after_seconds: PREPARE_HOURS * 3600,
    run: ({ id, asked_at }: { id: string; asked_at?: string }) =>
      prepare(context(), id, asked_at === undefined ? undefined : new Date(asked_at))
  },
  { name: DELETE_HAND_OVERS, run: ({ deleted }: { deleted: DeletedHandOver[] }) => deleteFiles(context(), deleted) },
  { name: CLEAR_RENDITIONS, cron: '23 4 * * *', run: () => clearUnused(context()) }
]
