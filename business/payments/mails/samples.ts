import type { MailSample } from '#platform/mails/index.ts'
import { attentionMail } from './attention-mail.tsx'
import { refundMail } from './refund-mail.tsx'

const details = {
  name: 'Ada Lovelace',
  description: 'Blue fox in the snow, commercial license',
  purpose: 'license',
  payment_id: '0198c3a2-8f10-7b9a-b6c2-41d7e05a9f63',
  refund: { amount_cents: 1250, completed_at: new Date('2026-03-05T22:14:00Z'), provider_refund_id: '5KD37284LT905110B' },
  partial: false
} as const

const SAID = {
  refund_failed: { said: 'REFUND_FAILED_INSUFFICIENT_FUNDS' },
  other_amount: { said: 'COMPLETED, 1.00 USD' },
  dispute_won: { said: 'RESOLVED_SELLER_FAVOUR, dispute PP-D-4012', refunded_cents: 1250 }
}

export const samples: MailSample[] = [
  { name: 'refund-mail', mail: (sender) => refundMail({ sender, ...details }) },
  {
    name: 'refund-mail, plan',
    mail: (sender) => refundMail({ sender, ...details, purpose: 'subscription', description: 'Team plan, March 2026' })
  },
  {
    name: 'refund-mail, partial',
    mail: (sender) => refundMail({ sender, ...details, refund: { ...details.refund, amount_cents: 500 }, partial: true })
  },
  {
    name: 'refund-mail, one license of an order',
    mail: (sender) =>
      refundMail({
        sender,
        ...details,
        description: 'Order of 20 licenses',
        refund: { ...details.refund, amount_cents: 500 },
        partial: true,
        lines: ['Blue fox in the snow, personal license']
      })
  },
  { name: 'refund-mail, nothing bought', mail: (sender) => refundMail({ sender, ...details, bought_nothing: true }) },
  ...(['refund_failed', 'other_amount', 'dispute_won'] as const).map((trouble): MailSample => {
    const payment = { id: details.payment_id, description: details.description, amount_cents: 1250 }
    return {
      name: `attention-mail, ${trouble}`,
      mail: (sender) => attentionMail({ sender, trouble, payment, capture_id: '2GG279541U471931P', ...SAID[trouble] })
    }
  })
]
