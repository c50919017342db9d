import type { MailSample } from '#platform/mails/index.ts'
import { payoutMail } from './payout-mail.tsx'
import { payoutReversedMail } from './payout-reversed-mail.tsx'

const payout = {
  amount_cents: 48_250,
  payment_method: 'bank_transfer',
  reference_number: 'TR-2026-0311',
  paid_at: new Date('2026-03-11T19:02:00Z')
} as const

export const samples: MailSample[] = [
  { name: 'payout-mail', mail: (sender) => payoutMail({ sender, name: 'Ada Lovelace', payout, balance_cents: 1_750 }) },
  {
    name: 'payout-reversed-mail',
    mail: (sender) => {
      const reversal = { amount_cents: -48_250, notes: 'Sent to a closed account', paid_at: payout.paid_at }
      return payoutReversedMail({ sender, name: 'Ada Lovelace', payout: reversal, balance_cents: 50_000 })
    }
  },
  {
    name: 'payout-mail, all paid',
    mail: (sender) =>
      payoutMail({ sender, name: 'Ada Lovelace', payout: { ...payout, payment_method: 'check', reference_number: null }, balance_cents: 0 })
  }
]
