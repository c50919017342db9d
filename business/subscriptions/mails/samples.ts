import { dollars } from '#platform/contract/money.ts'
import type { MailSample } from '#platform/mails/index.ts'
import { planOf, renewalConsent } from '../rules.ts'
import { planChangeMail } from './plan-change-mail.tsx'
import { planEndedMail } from './plan-ended-mail.tsx'
import { planRenewedMail } from './plan-renewed-mail.tsx'
import { planStartedMail } from './plan-started-mail.tsx'
import { priceChangeMail } from './price-change-mail.tsx'
import { renewalCancelledMail } from './renewal-cancelled-mail.tsx'
import { renewalFailedMail } from './renewal-failed-mail.tsx'
import { renewalNoticeMail } from './renewal-notice-mail.tsx'
import { renewalResumedMail } from './renewal-resumed-mail.tsx'
import { seatInvitationMail } from './seat-invitation-mail.tsx'
import { seatRemovedMail } from './seat-removed-mail.tsx'

const start = new Date('2026-03-05T22:14:00Z')
const end = new Date('2026-04-05T22:14:00Z')
const plan = { name: 'Ada Lovelace', plan_name: 'Team', price_cents: dollars(59), interval: 'month' } as const
const yearly = { ...plan, plan_name: 'Team Yearly', price_cents: dollars(590) }
const paid = { paid_cents: dollars(59), credit_cents: dollars(0), next_cents: dollars(59) }
const receipt_number = 'R-2026-000042'
const consent = { text: renewalConsent(planOf('team_monthly')), at: start }

export const samples: MailSample[] = [
  {
    name: 'plan-started-mail',
    mail: (sender) => planStartedMail({ sender, ...plan, ...paid, seats: 5, downloads_limit: 250, receipt_number, renews_at: end, consent })
  },
  {
    name: 'renewal-notice-mail',
    mail: (sender) =>
      renewalNoticeMail({ sender, ...yearly, charged_at: end, cancel_url: `${sender.public_url}/subscriptions/cancel-renewal/1234` })
  },
  {
    name: 'plan-renewed-mail',
    mail: (sender) => planRenewedMail({ sender, ...plan, receipt_number, period: { start, end }, renews: true })
  },
  { name: 'renewal-failed-mail', mail: (sender) => renewalFailedMail({ sender, ...plan, grace_ends_at: end }) },
  { name: 'renewal-cancelled-mail', mail: (sender) => renewalCancelledMail({ sender, ...plan, ends_at: end }) },
  { name: 'renewal-resumed-mail', mail: (sender) => renewalResumedMail({ sender, ...plan, renews_at: end, next_cents: dollars(59) }) },
  {
    name: 'price-change-mail',
    mail: (sender) =>
      priceChangeMail({ sender, ...plan, price_cents: dollars(49), before_cents: dollars(59), from: end, approve_url: sender.public_url })
  },
  { name: 'plan-change-mail', mail: (sender) => planChangeMail({ sender, ...plan, from: end }) },
  { name: 'plan-ended-mail', mail: (sender) => planEndedMail({ sender, ...plan, reason: 'The renewal could not be charged.' }) },
  {
    name: 'seat-invitation-mail',
    mail: (sender) => seatInvitationMail({ sender, owner: 'Ada Lovelace', email: 'grace@example.com', downloads_limit: 250 })
  },
  { name: 'seat-removed-mail', mail: (sender) => seatRemovedMail({ sender, name: 'Grace Hopper', owner: 'Ada Lovelace' }) }
]
