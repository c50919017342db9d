import type { FastifyInstance } from 'fastify'
import { activateSubscription, createSubscription } from '#subscriptions/admin.contract.ts'
import { checkOutSubscription, confirmSubscription, readMySubscription } from '#subscriptions/contract.ts'
import { inviteToSeat, joinSeat } from '#subscriptions/seats.contract.ts'
import { injectedApi } from '../http/injected-api.ts'

type Desk = {
  app: FastifyInstance
  /** Session tokens. */
  subscriber: string
  mate: string
  admin: string
  emails: { subscriber: string; mate: string }
  /** The address of PayPal. Only the sandbox is driven; any other PayPal is left alone. */
  paypal_url: string
}

/** Gives the demo's subscriber a Team plan with a second seat, once, through the same API calls as in a browser. */
export async function subscribeDemo(desk: Desk): Promise<void> {
  const subscriber = injectedApi(desk.app, desk.subscriber)
  if ((await subscriber(readMySubscription, {})).is_active) return
  if (new URL(desk.paypal_url).hostname === '127.0.0.1') await buy(desk)
  else await give(desk)
  const { id } = await subscriber(inviteToSeat, { body: { email: desk.emails.mate } })
  await injectedApi(desk.app, desk.mate)(joinSeat, { params: { id } })
}

async function buy({ app, subscriber, paypal_url }: Desk): Promise<void> {
  const api = injectedApi(app, subscriber)
  const { sub_id, provider_subscription_id } = await api(checkOutSubscription, { body: { plan_id: 'team_monthly', renewal_consent: true } })
  const approved = await fetch(`${paypal_url}/sandbox/subscriptions/${provider_subscription_id}/approve`, { method: 'POST' })
  if (!approved.ok) throw new Error(`The demo's plan was not approved: ${approved.status}`)
  await api(confirmSubscription, { params: { sub_id } })
}

async function give({ app, admin, emails }: Desk): Promise<void> {
  const api = injectedApi(app, admin)
  const { id } = await api(createSubscription, { body: { user_email: emails.subscriber, plan_type: 'monthly', plan_name: 'Team' } })
  await api(activateSubscription, { params: { id } })
}
