import { findReachableUser } from '#accounts/server/index.ts'
import { taxOf } from '#invoicing/tax.rules.ts'
import { type Cents, toCents } from '#platform/contract/index.ts'
import { type Ctx, type MailOptions, type Message, mayMailStranger, spendMailTo, type Tx } from '#platform/server/index.ts'
import { planChangeMail } from '../mails/plan-change-mail.tsx'
import { planEndedMail } from '../mails/plan-ended-mail.tsx'
import { planRenewedMail } from '../mails/plan-renewed-mail.tsx'
import { planStartedMail } from '../mails/plan-started-mail.tsx'
import { priceChangeMail } from '../mails/price-change-mail.tsx'
import { renewalCancelledMail } from '../mails/renewal-cancelled-mail.tsx'
import { renewalFailedMail } from '../mails/renewal-failed-mail.tsx'
import { renewalNoticeMail } from '../mails/renewal-notice-mail.tsx'
import { renewalResumedMail } from '../mails/renewal-resumed-mail.tsx'
import { seatInvitationMail } from '../mails/seat-invitation-mail.tsx'
import { seatRemovedMail } from '../mails/seat-removed-mail.tsx'
import { intervalOf, type Plan } from '../rules.ts'
import { nextCharge } from './billing/due.service.ts'
import { nextTerms } from './next-terms.ts'
import type { PlanPeriod, Subscription } from './tables.ts'

type Mail = Omit<Message, 'to'>

/** Sends a mail to the owner. Deleted and inactive accounts get none. */
async function mailOwner(
  { db, ports }: Ctx<Tx>,
  { owner_id }: Subscription,
  write: (name: string) => Promise<Mail>,
  options: MailOptions = {}
): Promise<void> {
  const owner = await findReachableUser(db, owner_id)
  if (owner?.email_verified && owner.is_active) await ports.mail.send(db, { to: owner.email, ...(await write(owner.name)) }, options)
}

/** What PayPal charges, with tax. */
const charged = ({ tax_per_million }: Pick<Subscription, 'tax_per_million'>, price_cents: Cents): Cents =>
  toCents(price_cents + taxOf(price_cents, tax_per_million))

const termsOf = ({ ports }: Ctx, { plan_name, plan_type, ...plan }: Subscription) => ({
  ...{ sender: ports.settings, plan_name, price_cents: charged(plan, plan.price_cents) },
  interval: intervalOf(plan_type)
})

export async function mailPaid(ctx: Ctx<Tx>, subscription: Subscription, period: PlanPeriod, first: boolean): Promise<void> {
  const { seats, downloads_limit, auto_renew, consent_text, consented_at } = subscription
  const { receipt_number, starts_at, ends_at, amount_cents: paid_cents, credit_cents } = period
  if (!receipt_number || !ends_at) return
  const terms = { ...termsOf(ctx, subscription), receipt_number }
  const consent = consent_text && consented_at && { text: consent_text, at: consented_at }
  const next_cents = await nextCharge(ctx, subscription)
  const write = (name: string) =>
    first && auto_renew && consent
      ? planStartedMail({ ...terms, name, paid_cents, credit_cents, next_cents, seats, downloads_limit, renews_at: ends_at, consent })
      : planRenewedMail({ ...terms, price_cents: paid_cents, name, period: { start: starts_at, end: ends_at }, renews: auto_renew })
  // Renewals come by the thousand, and no one waits for them.
  await mailOwner(ctx, subscription, write, { urgent: first })
}

export const mailRenewalFailed = (ctx: Ctx<Tx>, subscription: Subscription, grace_ends_at: Date): Promise<void> =>
  mailOwner(ctx, subscription, (name) => renewalFailedMail({ ...termsOf(ctx, subscription), name, grace_ends_at }))

export const mailEnded = (ctx: Ctx<Tx>, subscription: Subscription, reason: string): Promise<void> =>
  mailOwner(ctx, subscription, (name) => planEndedMail({ ...termsOf(ctx, subscription), name, reason }))

export async function mailRenewalCancelled(ctx: Ctx<Tx>, subscription: Subscription): Promise<void> {
  const ends_at = subscription.period_ends_at
  if (ends_at) await mailOwner(ctx, subscription, (name) => renewalCancelledMail({ ...termsOf(ctx, subscription), name, ends_at }))
}

export async function mailPlanChange(ctx: Ctx<Tx>, subscription: Subscription, next: Plan): Promise<void> {
  const from = subscription.period_ends_at
  const terms = {
    sender: ctx.ports.settings,
    plan_name: next.name,
    price_cents: charged(subscription, next.price_cents),
    interval: next.interval
  }
  if (from) await mailOwner(ctx, subscription, (name) => planChangeMail({ ...terms, name, from }))
}

export async function mailRenewalResumed(ctx: Ctx<Tx>, subscription: Subscription): Promise<void> {
  const renews_at = subscription.period_ends_at
  const terms = { ...termsOf(ctx, subscription), next_cents: await nextCharge(ctx, subscription) }
  if (renews_at) await mailOwner(ctx, subscription, (name) => renewalResumedMail({ ...terms, name, renews_at }))
}

type Notice = { charged_at: Date; price_cents: Cents; token: string }

/** Announces a yearly renewal. Whoever has the link can cancel the renewal, and nothing else. */
export async function mailRenewalNotice(
  ctx: Ctx<Tx>,
  subscription: Subscription,
  { charged_at, price_cents, token }: Notice
): Promise<void> {
  const cancel_url = `${ctx.ports.settings.public_url}/subscriptions/cancel-renewal/${token}`
  const { plan_name } = nextTerms(subscription)
  const terms = { sender: ctx.ports.settings, plan_name, price_cents, charged_at, cancel_url }
  await mailOwner(ctx, subscription, (name) => renewalNoticeMail({ ...terms, name }), { urgent: true })
}

type NewPrice = { price_cents: Cents; approve_url: string }

/** Asks the owner to approve a new price at PayPal. */
export async function mailPriceChange(ctx: Ctx<Tx>, subscription: Subscription, { price_cents, approve_url }: NewPrice): Promise<void> {
  const { period_ends_at: from } = subscription
  const prices = { price_cents: charged(subscription, price_cents), before_cents: charged(subscription, subscription.price_cents) }
  const terms = { ...termsOf(ctx, subscription), ...prices, approve_url }
  if (from) await mailOwner(ctx, subscription, (name) => priceChangeMail({ ...terms, name, from }))
}

type Invitation = { email: string; owner: string }

export async function mailInvitation(ctx: Ctx<Tx>, { downloads_limit }: Subscription, invitation: Invitation): Promise<void> {
  const { db, ports } = ctx
  await spendMailTo(ctx, invitation.email)
  const mail = await seatInvitationMail({ sender: ports.settings, ...invitation, downloads_limit })
  await ports.mail.send(db, { to: invitation.email, ...mail }, { urgent: true })
}

type Member = { email: string; name: string }

/** An owner can invite and remove the same person again and again. The removal goes on without the email. */
export async function mailSeatRemoved(ctx: Ctx<Tx>, { owner_id }: Subscription, { email, name }: Member): Promise<void> {
  const { db, ports } = ctx
  if (!(await mayMailStranger(ctx, email))) return
  const owner = await findReachableUser(db, owner_id)
  await ports.mail.send(db, { to: email, ...(await seatRemovedMail({ sender: ports.settings, name, owner: owner?.name ?? '' })) })
}
