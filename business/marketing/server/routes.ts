import type { FastifyInstance } from 'fastify'
import { type Ctx, type JobHandler, mount, mountStream, sendCsv } from '#platform/server/index.ts'
import * as contract from '../contract.ts'
import * as announcements from './announcements/announcements.service.ts'
import * as consents from './consents.service.ts'

export async function marketingRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.showPreferences, (ctx, { params }) => consents.showByToken(ctx, params.token))
  mount(app, contract.unsubscribe, (ctx, { params }) => consents.withdraw(ctx, params.token))
  mount(app, contract.listConsents, (ctx, { query }) => consents.list(ctx, query))
  mountStream(app, contract.consentsCsv, async (ctx, _received, _request, reply) =>
    sendCsv(reply, 'marketing.csv', await consents.exportCsv(ctx))
  )
  mount(app, contract.listAnnouncements, (ctx) => announcements.list(ctx))
  mount(app, contract.writeAnnouncement, (ctx, { body }) => announcements.write(ctx, body))
  mount(app, contract.changeAnnouncement, (ctx, { params, body }) => announcements.change(ctx, params.id, body))
  mount(app, contract.testAnnouncement, (ctx, { params }) => announcements.sendTest(ctx, params.id))
  mount(app, contract.sendAnnouncement, (ctx, { params }) => announcements.start(ctx, params.id))
  mount(app, contract.stopAnnouncement, (ctx, { params }) => announcements.stop(ctx, params.id))
}

export const marketingJobs = (context: () => Ctx): JobHandler[] => [
  { name: announcements.SEND_ANNOUNCEMENT, run: (job: announcements.Sending) => announcements.sendSome(context(), job) }
]
