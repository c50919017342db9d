import { CODE_DIGITS } from '#accounts/rules.ts'
import { ADULT_AGE, LIABILITY_MONTHS, MIN_AGE, SUPPORT_HOURS } from '../../../rules.ts'
import { SUPPORT_LINK } from '../../site-text.ts'
import type { LegalText } from '../legal-text.ts'

export const TERMS: LegalText = {
  path: '/terms',
  title: 'Terms & Conditions',
  description: 'The terms of {brand_name}: accounts, licenses, payments, plans, refunds, custom requests, and artists’ wages.',
  intro: 'These terms are the agreement between you and {brand_name}. Please read them before you use the service.',
  updated: '2026-11-23',
  sections: [
    {
      id: 'agreement',
      chip: 'Agreement',
      title: 'Agreement to these terms',
      body: [
        '{brand_name} (“we,” “us,” or “our”) operates a marketplace for graphic assets and is based in California, USA. These Terms & Conditions (the “Terms”) govern your use of our website, accounts, and tools (the “Service”). By using the Service, you agree to the Terms. When you register, you confirm your agreement by checking a box.',
        'The [License Terms](/license-terms), the [Free License](/free-license), the [Subscription Terms](/subscription-terms), and the [Privacy Policy](/privacy) are part of the Terms. If one of them addresses its subject more specifically, it takes precedence.'
      ]
    },
    {
      id: 'accounts',
      chip: 'Accounts',
      title: 'Your account',
      body: [
        `You need an account to buy a license, subscribe to a plan, or submit a custom request. You must provide your real name and an email address you can access. We verify the address with a ${CODE_DIGITS}-digit code.`,
        'Keep your password confidential. You are responsible for activity under your account until you notify us that someone else has access to it.',
        `You must be at least ${ADULT_AGE} years old to make a purchase, or have the consent of a parent or guardian. No one under ${MIN_AGE} may have an account.`
      ]
    },
    {
      id: 'catalogue',
      chip: 'Catalogue',
      title: 'The catalogue',
      body: [
        'Anyone may browse the catalogue. Previews are provided only to help you choose. They may carry a watermark, and you may not use them in your work. We may remove an asset from the catalogue at any time. Licenses sold before its removal remain valid.',
        'While an asset is marked free, you can download it with an email address under the [Free License](/free-license).'
      ]
    },
    {
      id: 'licenses',
      chip: 'Licenses',
      title: 'Licenses',
      body: [
        'Assets are licensed, not sold. A license covers one asset, is granted to one account, and is Personal, Commercial, or Extended. Licenses are non-exclusive. A Commercial or Extended license that you bought can be transferred once, to a person who accepts it; no other license is transferable. A license you buy does not expire. A license that comes with a plan is active while the plan is active.',
        'The [License Terms](/license-terms) state the limits of each license in numbers.'
      ]
    },
    {
      id: 'payments',
      chip: 'Payments',
      title: 'Prices and payments',
      body: [
        'Prices are in US dollars. You pay the price shown when your checkout started. PayPal processes all payments, and we do not receive your card number.',
        'We grant a license when PayPal confirms that the payment is complete. If you already hold the same active license for an asset, you can download the asset and are not charged again. If a payment for such a license is captured anyway, it is refunded automatically.'
      ]
    },
    {
      id: 'plans',
      chip: 'Plans',
      title: 'Plans',
      body: [
        'A plan includes a number of downloads per month and renews automatically each month or each year until you cancel the renewal. Before you pay, you agree to the automatic renewal in a separate checkbox. You can change to another plan: a dearer one at once, with credit for unused days, and any other one with the next period. You can cancel at any time and keep access until the end of the period you paid for.',
        'The [Subscription Terms](/subscription-terms) contain the details.'
      ]
    },
    {
      id: 'refunds',
      chip: 'Refunds',
      title: 'Refunds',
      body: [
        'Sales of single assets are final because the files are delivered immediately.',
        'We consider refunds for plans case by case if there were no downloads after the billing date.',
        'If a payment is fully refunded, the license or plan it paid for ends immediately. If it is partially refunded, the license or plan continues.',
        'Nothing in this section limits rights that you have by law and that cannot be waived.'
      ]
    },
    {
      id: 'requests',
      chip: 'Requests',
      title: 'Custom requests',
      body: [
        'Clients may request a custom design and may include a budget and a due date. A request is an inquiry, not an order. We may accept or reject a request, and we may assign an artist to it.',
        'Each request has a conversation between you, the assigned artist, and us. Send only messages and files that you have the right to share. You can edit or cancel a request while it is pending or in progress. You can delete a request and its conversation at any time.'
      ]
    },
    {
      id: 'artists',
      chip: 'Artists',
      title: 'Artists and wages',
      body: [
        'Artists are self-employed and work under contract. For each asset we approve, the artist earns the wage for its category under the wage rule in effect at the time of approval. A later change to a wage rule does not change wages already earned.',
        'An asset earns its wage once. A rejected asset earns no wage. The artist can see the reason for the rejection and may revise and resubmit the asset or delete it. Current wages are listed on the [careers page](/careers).'
      ]
    },
    {
      id: 'ownership',
      chip: 'Ownership',
      title: 'Intellectual property',
      body: [
        'Assets belong to their artists or licensors. Some assets come from open collections; their pages name the author and the license. The {brand_name} name, logo, texts, and software belong to us or our licensors.',
        'By uploading an asset, an artist represents that it is the artist’s own work and grants {brand_name} the right to display it, to create previews and other formats of it, and to license it to clients.'
      ]
    },
    {
      id: 'conduct',
      chip: 'Conduct',
      title: 'Acceptable use',
      body: [
        'You may not:',
        [
          'remove a watermark or obtain an original file without a license;',
          'resell, share, or give away files, or offer them in another catalogue;',
          'collect assets from the catalogue by automated means, or use assets to train machine-learning models;',
          'upload material that you do not have the right to upload, that is unlawful, or that contains malicious code; or',
          'use another person’s account, or interfere with the Service.'
        ]
      ]
    },
    {
      id: 'copyright',
      chip: 'Copyright',
      title: 'Copyright complaints',
      body: [
        `If you believe that an asset infringes your copyright, send a notice to ${SUPPORT_LINK}. Your notice must include:`,
        [
          'the address of the asset’s page;',
          'a description of the work you believe is infringed;',
          'your name and contact information;',
          'a statement that you believe in good faith that the use is not authorized by the owner, its agent, or the law;',
          'a statement, under penalty of perjury, that your notice is accurate and that you are the owner or authorized to act for the owner; and',
          'your physical or electronic signature.'
        ],
        'We may remove the asset while we review your notice. We close the accounts of repeat infringers.'
      ]
    },
    {
      id: 'liability',
      chip: 'Liability',
      title: 'Disclaimer and limitation of liability',
      body: [
        'The Service and all assets are provided “as is” and “as available.” To the fullest extent permitted by law, we disclaim all warranties, express or implied, including the implied warranties of merchantability, fitness for a particular purpose, and non-infringement. We do not warrant that the Service will be uninterrupted or error-free.',
        `To the fullest extent permitted by law, we are not liable for indirect, incidental, special, or consequential damages or for lost profits. Our total liability for all claims is limited to the amount you paid us in the ${LIABILITY_MONTHS} months before the claim arose.`
      ]
    },
    {
      id: 'ending',
      chip: 'Termination',
      title: 'Termination',
      body: [
        `You may ask us to delete your account at any time by writing to ${SUPPORT_LINK}. We may deactivate an account that violates the Terms, and we may revoke a license that is misused or whose payment is reversed.`,
        'When an account is deleted, we erase its personal data and keep the records of payments, licenses, and wages that we are required to keep. A plan paid for by the account ends, and no further charges are made. See the [Privacy Policy](/privacy#retention) for details.'
      ]
    },
    {
      id: 'law',
      chip: 'Law & contact',
      title: 'Governing law, changes, and contact',
      body: [
        'The laws of the State of California govern the Terms, without regard to conflict-of-law rules. The state and federal courts located in California have jurisdiction over any dispute. If any part of the Terms is unenforceable, the remaining parts stay in effect.',
        'We may change the Terms. The date above shows the last change. A purchase is governed by the Terms in effect on the day of the purchase.',
        `If you have questions, write to ${SUPPORT_LINK} or use the [contact page](/contact). Support hours are ${SUPPORT_HOURS}.`
      ]
    }
  ]
}
