import type { FastifyInstance } from 'fastify'
import { type Ctx, type JobHandler, mount, mountStream } from '#platform/server/index.ts'
import {
  checkOut,
  downloadFreeFile,
  downloadLicenseFile,
  linkLicenseFile,
  listLicenses,
  readLicense,
  readPricing,
  requestFreeFile
} from '../contract.ts'
import { checkOutLicense } from './checkout.service.ts'
import { linkFile } from './downloads.service.ts'
import { requestFree } from './free.service.ts'
import { openFree, openLicensed } from './handing-out.service.ts'
import { CLEAR_RENDITIONS, SEND_RECEIPT } from './jobs.ts'
import { pricing } from './pricing.service.ts'
import { sendReceipt } from './receipt.service.ts'
import { clearUnused } from './recipes.service.ts'
import { sendFile } from './send-file.ts'
import { list, read } from './service.ts'

export async function licensingRoutes(app: FastifyInstance): Promise<void> {
  mount(app, readPricing, (ctx, { params }) => pricing(ctx, params.id))
  mount(app, checkOut, checkOutLicense)
  mount(app, listLicenses, list)
  mount(app, readLicense, (ctx, { params }) => read(ctx, params.id))
  mount(app, linkLicenseFile, linkFile)
  mount(app, requestFreeFile, requestFree)
  mountStream(app, downloadLicenseFile, async (ctx, { params }, request, reply) =>
    sendFile(request, reply, await openLicensed(ctx, params.id, request.url))
  )
  mountStream(app, downloadFreeFile, async (ctx, { params }, request, reply) =>
    sendFile(request, reply, await openFree(ctx, params.id, request.url))
  )
}

export const licensingJobs = (context: () => Ctx): JobHandler[] => [
  { name: SEND_RECEIPT, run: ({ license_id }: { license_id: string }) => sendReceipt(context(), license_id) },
  { name: CLEAR_RENDITIONS, cron: '23 4 * * *', run: () => clearUnused(context()) }
]
