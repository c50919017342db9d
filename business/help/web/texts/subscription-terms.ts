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
        'A download gives every format of an asset. The same asset again costs no further download as long as the plan goes on, whoever on its seats asks for it. Unused downloads do not carry over to the next month.',
        'When the downloads of a month are used up, you can go on with the next month, or license single assets. What you may do with an asset stands in the [License Terms](/license-terms).',
        'Each asset you download comes with a commercial license, held by the owner of the plan. The extended license is not part of a plan; buy it singly.'
      ]
    },
    {
      id: 'seats',
      chip: 'Seats',
      title: 'Seats',
      body: [
        'The owner of a Team plan sits on one seat and may invite 4 people by e-mail. An invited person can use the plan once their address is confirmed with a client account; the team sees their name from the moment they join or download. The owner pays, and may take a seat back at any time. Everyone on a seat sees all licenses of the plan; who gives the seat back, or loses it, can no longer open them.'
      ]
    },
    {
      id: 'renewal',
      chip: 'Renewal',
      title: 'Payment and renewal',
      body: [
        'A plan is paid in advance through PayPal, and renews each month at the price you agreed to, until you cancel the renewal. You agree to the renewal with a tick of your own before you pay, and we mail you the words you agreed to. If a renewal payment fails, the plan stays open for 3 days so that you can put it right.'
      ]
    },
    {
      id: 'change',
      chip: 'Changing plan',
      title: 'Changing to another plan',
      body: [
        'Under My Subscription you can change to the other plan. You agree to its renewal and approve the change at PayPal; it begins with the next month, at that plan’s price, and until then you can keep the plan you have. To change to a plan with fewer seats, take seats back first.'
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
        `We decide on refunds case by case, when nothing was downloaded after the billing date. Write to [${support_email}](mailto:${support_email}). When all of the payment for the running month is refunded, the plan ends at once; when a part is refunded, it goes on.`,
        'Money for a second plan beside one that is open goes back by itself.'
      ]
    },
    {
      id: 'changes',
      chip: 'Changes',
      title: 'Changes',
      body: [
        'A new price is for those who subscribe after it: your plan renews at the price you agreed to, until you agree to another. We announce fewer downloads or seats by mail at least 30 days before your renewal. If you do not agree, cancel the renewal before that day.'
      ]
    }
  ]
})
