import type { FastifyInstance } from 'fastify'
import { BUSINESS_ZONE } from '#platform/contract/index.ts'
import { type Ctx, contentDisposition, type JobHandler, mount, mountStream, sendCsv, sendOutgoing } from '#platform/server/index.ts'
import * as adminContract from '../admin.contract.ts'
import * as changeContract from '../change.contract.ts'
import * as contract from '../contract.ts'
import * as seatsContract from '../seats.contract.ts'
import * as admin from './admin.service.ts'
import { change } from './billing/changes/change.service.ts'
import { quote } from './billing/changes/quote.service.ts'
import * as checkout from './billing/checkout.service.ts'
import { history } from './billing/history.service.ts'
import { read } from './billing/payment-page.service.ts'
import { updateRenewalAtPayPal } from './billing/paypal-status.service.ts'
import { openReceipt } from './billing/receipts.service.ts'
import * as renewal from './billing/renewal.service.ts'
import { cancelByNotice, readNotice } from './billing/renewal-notices/notice-link.service.ts'
import { lookAfter, tellPayPal } from './billing/sync.service.ts'
import { exportCsv } from './export.service.ts'
import { CANCEL_AT_PAYPAL, LOOK_AFTER, UPDATE_RENEWAL } from './jobs.ts'
import * as seats from './seats/seats.service.ts'
import { mine, plans } from './service.ts'

export async function subscriptionsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.listPlans, async () => plans())
  mount(app, contract.readMySubscription, mine)
  mount(app, contract.readHistory, history)
  mount(app, contract.checkOutSubscription, checkout.checkOut)
  mount(app, contract.readSubscription, (ctx, { params }) => read(ctx, params.sub_id))
  mount(app, contract.consentToRenewal, (ctx, { params }) => checkout.consent(ctx, params.sub_id))
  mount(app, contract.confirmSubscription, (ctx, { params }) => checkout.confirm(ctx, params.sub_id))
  mount(app, contract.cancelRenewal, renewal.cancel)
  mount(app, contract.resumeRenewal, renewal.resume)
  mount(app, changeContract.quoteChange, quote)
  mount(app, changeContract.changePlan, change)
  mount(app, changeContract.readRenewalNotice, (ctx, { params }) => readNotice(ctx, params.token))
  mount(app, changeContract.cancelRenewalByNotice, async (ctx, { params }) => {
    await cancelByNotice(ctx, params.token)
    return null
  })
  mount(app, seatsContract.listSeats, seats.list)
  mount(app, seatsContract.inviteToSeat, seats.invite)
  mount(app, seatsContract.joinSeat, (ctx, { params }) => seats.join(ctx, params.id))
  mount(app, seatsContract.removeSeat, (ctx, { params }) => seats.remove(ctx, params.id))
  mountStream(app, contract.readReceipt, async (ctx, { params }, request, reply) => {
    const { file_name, pdf } = await openReceipt(ctx, params.number)
    sendOutgoing(request, reply)
    return reply.type('application/pdf').header('content-disposition', contentDisposition(file_name, 'inline')).send(pdf)
  })
  mount(app, adminContract.listSubscriptions, admin.list)
  mount(app, adminContract.createSubscription, admin.create)
  mount(app, adminContract.activateSubscription, (ctx, { params }) => admin.activate(ctx, params.id))
  mount(app, adminContract.cancelSubscription, (ctx, { params }) => admin.cancel(ctx, params.id))
  mount(app, adminContract.extendSubscription, admin.extend)
  mount(app, adminContract.convertSubscription, (ctx, { params, body }) => admin.convert(ctx, params.id, body.plan_type))
  mount(app, adminContract.setSubscriptionPrice, (ctx, { params, body }) => admin.setPrice(ctx, params.id, body.price))
  mountStream(app, adminContract.subscriptionsCsv, async (ctx, received, _request, reply) =>
    sendCsv(reply, `subscriptions-${dayOf(ctx.now)}.csv`, await exportCsv(ctx, received))
  )
}

const dayOf = (now: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone: BUSINESS_ZONE }).format(now)

export const subscriptionsJobs = (context: () => Ctx): JobHandler[] => [
  { name: CANCEL_AT_PAYPAL, run: ({ subscription_id }: { subscription_id: string }) => tellPayPal(context(), subscription_id) },
  { name: UPDATE_RENEWAL, run: ({ subscription_id }: { subscription_id: string }) => updateRenewalAtPayPal(context(), subscription_id) },
  { name: LOOK_AFTER, cron: '*/5 * * * *', run: ({ all = false }: { all?: boolean }) => lookAfter(context(), { all }) }
]
