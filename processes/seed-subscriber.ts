import type { FastifyInstance } from 'fastify'
import {
  activateSubscription,
  checkOutSubscription,
  confirmSubscription,
  createSubscription,
  inviteToSeat,
  joinSeat,
  readMySubscription
} from '#subscriptions/contract.ts'
import { injectedApi } from './injected-api.ts'

type Desk = {
  app: FastifyInstance
  /** Session tokens. */
  subscriber: string
  mate: string
  admin: string
  emails: { subscriber: string; mate: string }
  /** Where PayPal is spoken to: its sandbox is driven, a PayPal elsewhere is left alone. */
  paypal_url: string
}

/** The demo's subscriber has a Team plan with a second seat taken, by the same calls as people's browsers; once. */
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
