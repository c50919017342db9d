import type { TextOf } from '../legal-text.ts'

export const subscriptionTerms: TextOf = ({ support_email }) => ({
  path: '/subscription-terms',
  title: 'Subscription Terms',
  description: 'Individual and Team plans: prices, downloads, seats, renewal, cancellation and refunds.',
  intro: 'How the monthly plans work: what they include, how they renew and how they end.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'plans',
      chip: 'Plans',
      title: 'The plans',
      body: [
        [
          'Individual: $19 per month, 1 seat, 50 downloads a month.',
          'Team: $59 per month, 5 seats, 250 downloads a month, shared by all seats.'
        ],
        'Prices are in US dollars. An account has one active plan at a time.'
      ]
    },
    {
      id: 'downloads',
      chip: 'Downloads',
      title: 'Downloads',
      body: [
        'A download gives every format of an asset. The same asset again in the same period costs no further download. Unused downloads do not carry over to the next month.',
        'When the downloads of a month are used up, you can go on with the next month, or license single assets. What you may do with an asset stands in the [License Terms](/license-terms).',
        'Each asset you download comes with a commercial license, held by the owner of the plan. Getting it again needs no further download, even when the month’s are used up. The extended license is not part of a plan; buy it singly.'
      ]
    },
    {
      id: 'seats',
      chip: 'Seats',
      title: 'Seats',
      body: [
        'The owner of a Team plan sits on one seat and may invite 4 people by e-mail. An invited person joins once their address is confirmed. The owner pays, and may take a seat back at any time. Everyone on a seat sees all licenses of the plan; who gives the seat back, or loses it, can no longer open them.'
      ]
    },
    {
      id: 'renewal',
      chip: 'Renewal',
      title: 'Payment and renewal',
      body: [
        'A plan is paid in advance through PayPal, and renews each month at the price you subscribed at, until you cancel the renewal. If a renewal payment fails, the plan stays open for 3 days so that you can put it right.'
      ]
    },
    {
      id: 'cancel',
      chip: 'Cancelling',
      title: 'Cancelling',
      body: [
        'Cancel the renewal at any time under My Subscription. Your access remains until the end of the period you paid for, and nothing more is charged. Finished work made with downloads of the plan may stay in use after it ends.'
      ]
    },
    {
      id: 'refunds',
      chip: 'Refunds',
      title: 'Refunds',
      body: [
        `We decide on refunds case by case, when nothing was downloaded after the billing date. Write to [${support_email}](mailto:${support_email}). A refunded period ends at once.`
      ]
    },
    {
      id: 'changes',
      chip: 'Changes',
      title: 'Changes',
      body: [
        'We announce a new price or a smaller plan by mail at least 30 days before your renewal. If you do not agree, cancel the renewal before that day.'
      ]
    }
  ]
})
