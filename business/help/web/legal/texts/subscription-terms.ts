import { LICENSE_NAMES, PLAN_LICENSE } from '#licensing/rules.ts'
import { showNumber } from '#platform/web/show.ts'
import { APPROVAL_HOURS, QUOTE_MINUTES } from '#subscriptions/change.rules.ts'
import { GRACE_DAYS, NOTICE_DAYS, PLANS, type Plan, planOf } from '#subscriptions/rules.ts'
import { PLAN_NOTICE_DAYS } from '../../../rules.ts'
import { SUPPORT_LINK } from '../../site-text.ts'
import { wholeDollars } from '../../whole-dollars.ts'
import type { LegalText } from '../legal-text.ts'

const planLine = ({ name, interval, price_cents, seats, downloads_per_month }: Plan): string =>
  `${name}: ${wholeDollars(price_cents)} per ${interval}, ${seats === 1 ? '1 seat' : `${seats} seats`}, ${showNumber(downloads_per_month)} downloads per month${seats > 1 ? ', shared by all seats' : ''}.`

export const SUBSCRIPTION_TERMS: LegalText = {
  path: '/subscription-terms',
  title: 'Subscription Terms',
  description: 'The terms of the Individual and Team plans: prices, downloads, seats, renewal, cancellation, and refunds.',
  intro: 'These terms describe what our monthly and yearly plans include, how they renew, and how they end.',
  updated: '2026-11-23',
  sections: [
    {
      id: 'plans',
      chip: 'Plans',
      title: 'Plans',
      body: [PLANS.map(planLine), 'Prices are in US dollars. An account can have one active plan at a time.']
    },
    {
      id: 'downloads',
      chip: 'Downloads',
      title: 'Downloads',
      body: [
        'A download gives you every format of an asset. While the plan remains active, downloading the same asset again, by anyone who has a seat on the plan, does not count as another download. Downloads are counted each month, also in a yearly plan. Unused downloads do not carry over to the next month.',
        'After you use all downloads for a month, you can wait for the next month or license single assets.',
        `Each asset you download with a plan comes with a ${LICENSE_NAMES[PLAN_LICENSE]} license that belongs to the plan owner. Plans do not include the Extended license, which is sold separately. The [License Terms](/license-terms) state what you may do with an asset.`
      ]
    },
    {
      id: 'seats',
      chip: 'Seats',
      title: 'Seats',
      body: [
        `The owner of a Team plan uses one seat and may invite ${planOf('team_monthly').seats - 1} people by email. An invited person can use the plan after verifying that email address with a client account. Everyone who has a seat sees the email addresses of all seats, and a person’s name once that person has joined or downloaded an asset with the plan.`,
        'The plan owner pays for the plan and may remove a person at any time. Everyone who has a seat can see all licenses of the plan. A person who leaves or is removed keeps access to what they downloaded, for as long as the plan is active, and can no longer open the other licenses.'
      ]
    },
    {
      id: 'renewal',
      chip: 'Renewal',
      title: 'Payment and automatic renewal',
      body: [
        `You pay for a plan in advance through PayPal. A monthly plan renews automatically each month and a yearly plan each year, at the price you agreed to, until you cancel the renewal. Before you pay, you agree to the automatic renewal in a separate checkbox, and we email you the text you agreed to. If a renewal payment fails, the plan remains active for ${GRACE_DAYS} days so that you can update your payment.`,
        `We email you ${NOTICE_DAYS} days before a yearly plan renews, with the amount and a link that cancels the renewal without signing in.`
      ]
    },
    {
      id: 'change',
      chip: 'Plan changes',
      title: 'Changing plans',
      body: [
        `You can change to another plan under My Subscription. We quote the change first, and the quote holds for ${QUOTE_MINUTES} minutes. You agree to the renewal terms of the new plan and approve the change at PayPal.`,
        `A dearer plan begins a new period on the day you approve it, if you approve within ${APPROVAL_HOURS} hours. You pay its price less a credit: the price of your current period, times its unused days, divided by all its days. A day that has started counts as unused. Days that we added free of charge give no credit. Your seats and downloaded licenses go over to the new plan.`,
        'Any other plan and its price take effect with the next period. Until then, you can keep your current plan instead. Before you change to a plan with fewer seats, remove people until the seats fit.'
      ]
    },
    {
      id: 'cancel',
      chip: 'Cancellation',
      title: 'Cancellation',
      body: [
        'You can cancel the renewal at any time under My Subscription. You keep access until the end of the period you paid for, and you are not charged again. Work finished with downloads of the plan may remain in use after the plan ends.'
      ]
    },
    {
      id: 'refunds',
      chip: 'Refunds',
      title: 'Refunds',
      body: [
        `We consider refunds case by case if there were no downloads after the billing date. To request a refund, write to ${SUPPORT_LINK}. If the full payment for the current month is refunded, the plan ends immediately. If part of it is refunded, the plan continues.`,
        'If you pay for a second plan while a plan is active, that payment is refunded automatically.'
      ]
    },
    {
      id: 'changes',
      chip: 'Changes',
      title: 'Changes to plans',
      body: [
        `A new price applies only to subscriptions that start after it takes effect. Your plan renews at the price you agreed to until you agree to another price. We will notify you by email at least ${PLAN_NOTICE_DAYS} days before a renewal that includes fewer downloads or seats. If you do not agree to the change, cancel the renewal before that date.`
      ]
    }
  ]
}
