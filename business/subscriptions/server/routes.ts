import type { FastifyInstance } from 'fastify'
import { type Ctx, type JobHandler, mount, mountStream, sendOutgoing } from '#platform/server/index.ts'
import * as contract from '../contract.ts'
import * as admin from './admin.service.ts'
import * as checkout from './checkout.service.ts'
import { history } from './history.service.ts'
import { CANCEL_AT_PAYPAL, LOOK_AFTER } from './jobs.ts'
import { openReceipt } from './receipts.service.ts'
import * as renewal from './renewal.service.ts'
import * as seats from './seats.service.ts'
import { mine, plans, read } from './service.ts'
import { lookAfter, tellPayPal } from './sync.service.ts'

export async function subscriptionsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.listPlans, async () => plans())
  mount(app, contract.readMySubscription, mine)
  mount(app, contract.readHistory, history)
  mount(app, contract.checkOutSubscription, checkout.checkOut)
  mount(app, contract.readSubscription, (ctx, { params }) => read(ctx, params.sub_id))
  mount(app, contract.consentToRenewal, (ctx, { params }) => checkout.consent(ctx, params.sub_id))
  mount(app, contract.confirmSubscription, (ctx, { params }) => checkout.confirm(ctx, params.sub_id))
  mount(app, contract.cancelRenewal, renewal.cancel)
  mount(app, contract.changePlan, renewal.change)
  mount(app, contract.listSeats, seats.list)
  mount(app, contract.inviteToSeat, seats.invite)
  mount(app, contract.joinSeat, (ctx, { params }) => seats.join(ctx, params.id))
  mount(app, contract.removeSeat, (ctx, { params }) => seats.remove(ctx, params.id))
  mountStream(app, contract.readReceipt, async (ctx, { params }, request, reply) => {
    const { file_name, pdf } = await openReceipt(ctx, params.number)
    sendOutgoing(request, reply)
    return reply.type('application/pdf').header('content-disposition', `inline; filename="${file_name}"`).send(pdf)
  })
  mount(app, contract.listSubscriptions, admin.list)
  mount(app, contract.createSubscription, admin.create)
  mount(app, contract.activateSubscription, (ctx, { params }) => admin.activate(ctx, params.id))
  mount(app, contract.cancelSubscription, (ctx, { params }) => admin.cancel(ctx, params.id))
  mount(app, contract.extendSubscription, admin.extend)
  mount(app, contract.convertSubscription, (ctx, { params, body }) => admin.convert(ctx, params.id, body.plan_type))
  mount(app, contract.setSubscriptionPrice, (ctx, { params, body }) => admin.setPrice(ctx, params.id, body.price))
}

export const subscriptionsJobs = (context: () => Ctx): JobHandler[] => [
  { name: CANCEL_AT_PAYPAL, run: ({ subscription_id }: { subscription_id: string }) => tellPayPal(context(), subscription_id) },
  { name: LOOK_AFTER, cron: '*/5 * * * *', run: ({ all = false }: { all?: boolean }) => lookAfter(context(), { all }) }
]
