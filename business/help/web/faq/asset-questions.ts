import { LICENSE_LIMITS } from '#licensing/rules.ts'
import { showNumber } from '#platform/web/show.ts'
import { QUOTE_MINUTES } from '#subscriptions/change.rules.ts'
import { type Interval, NOTICE_DAYS, PLANS, planOf, YEARLY_SAVING } from '#subscriptions/rules.ts'
import type { Question } from '../../rules.ts'
import { SUPPORT_LINK } from '../site-text.ts'
import { wholeDollars } from '../whole-dollars.ts'
import { questionsOn } from './questions-on.ts'

const limitsOf = (type: 'personal' | 'commercial'): string => {
  const { end_products, print_run } = LICENSE_LIMITS[type]
  return `${showNumber(end_products)} end products and ${showNumber(print_run)} printed pieces`
}

const plansEach = (wanted: Interval): string =>
  PLANS.filter(({ interval }) => interval === wanted)
    .map(
      ({ name, price_cents, seats, downloads_per_month }) =>
        `${name} for ${wholeDollars(price_cents)} with ${seats > 1 ? `${seats} seats and ` : ''}${showNumber(downloads_per_month)} downloads${wanted === 'year' ? ' a month' : ''}`
    )
    .join(', or ')

const TEAM_SEATS = planOf('team_monthly').seats

const UPLOADS = [
  [
    'Which formats can I download?',
    'PNG, JPG, SVG, WEBP, and PDF, depending on the original file. We can convert an SVG file to all other formats, and an image to other image formats. Each asset’s page lists its formats.'
  ],
  ['Which files can artists upload?', 'JPG, PNG, WEBP, SVG, PDF, and EPS files, up to 100 MB and 100 megapixels.'],
  [
    'Why was my upload refused?',
    'We check the content of a file, not its name. We refuse files of an unsupported type, empty or damaged files, files that are too large, and files already uploaded to another asset. The page shows the reason.'
  ],
  [
    'Are my images uploaded when I compress them?',
    'No. Free Compress Size runs in your browser, and your images never leave it. Free QR Barcode also creates labels in your browser; only labels you share by email are sent.'
  ],
  [
    'What happens to an SVG file that I upload?',
    'We remove scripts, event handlers, and references to external resources. Visitors see only previews made from the file.'
  ],
  [
    'Why does a preview have a watermark?',
    'The watermark protects the artist. Files you download with a license or as a free asset do not have one.'
  ]
] as const

const LICENSING = [
  [
    'What is a Personal license?',
    `It covers one individual’s own projects that do not earn money, up to ${limitsOf('personal')}. See the [License Terms](/license-terms).`
  ],
  [
    'What is a Commercial license?',
    `It covers one company’s own work and its work for clients, with up to ${LICENSE_LIMITS.commercial.seats} seats, ${limitsOf('commercial')}. See the [License Terms](/license-terms).`
  ],
  [
    'Is there an Exclusive license?',
    'No. Other clients may license the same catalogue asset. The Extended license grants the broadest rights and allows goods for resale. For exclusive artwork, submit a custom request and state that the work must be exclusive.'
  ],
  ['Do I have to credit the artist?', 'The free license requires a credit. Paid licenses do not, unless the asset’s page requires one.'],
  [
    'Can I use a free asset in commercial work?',
    'No. The free license is for non-commercial use only. Buy a Commercial or Extended license instead.'
  ],
  [
    'Does a license expire?',
    'A license you buy does not expire. It ends only if its payment is fully refunded or reversed, or if you breach the terms. A license that comes with a plan ends with the plan, but finished work may remain in use.'
  ]
] as const

const BILLING = [
  [
    'Which plans are available?',
    `Free: download assets marked free without a subscription. Monthly: ${plansEach('month')}. Yearly, with ${YEARLY_SAVING}: ${plansEach('year')}. See [Pricing](/pricing).`
  ],
  [
    'Can I cancel my subscription?',
    'Yes, at any time. Choose Cancel Renewal under My Subscription. You keep access until the end of the period you paid for.'
  ],
  [
    'Can I change my plan?',
    `Yes, under My Subscription. A dearer plan starts at once: you pay its price less a credit for the unused days of your current plan. Any other plan starts with the next period, and until then you can keep your current plan instead. You see what is due today first, the quote holds for ${QUOTE_MINUTES} minutes, and you approve the change at PayPal.`
  ],
  [
    'Will I be told before a yearly plan renews?',
    `Yes. We email you ${NOTICE_DAYS} days before, with the amount and a link that cancels the renewal without signing in.`
  ],
  [
    'How do the seats of a Team plan work?',
    `The owner uses one of the ${TEAM_SEATS} seats and invites ${TEAM_SEATS - 1} people by email. Everyone shares the downloads. A person who leaves or is removed keeps what they downloaded while the plan is active, and immediately loses access to the others’ downloads.`
  ],
  [
    'Can I get a refund for a subscription?',
    `We decide case by case if there were no downloads after the billing date. Write to ${SUPPORT_LINK}. If the full payment is refunded, the plan ends immediately. If part of it is refunded, the plan continues.`
  ],
  [
    'Can I get a refund for a single asset?',
    'No. Single-asset sales are final because the files are delivered immediately. If you are charged for a license you already hold, that payment is refunded automatically.'
  ],
  [
    'Do unused downloads carry over?',
    'No. Your full number of downloads is available again each month. Downloading the same asset again does not count while the plan is active.'
  ],
  [
    'Can I use a coupon?',
    'During a campaign, yes: enter its code when you get an asset or at the checkout, and Apply shows the new price before you pay. Until the first campaign the answer is: Coupons aren’t enabled yet.'
  ]
] as const

/** About files, licenses, and plans. */
export const ASSET_QUESTIONS: readonly Question[] = [
  ...questionsOn('Uploads & Files', UPLOADS),
  ...questionsOn('Licensing & Usage', LICENSING),
  ...questionsOn('Subscriptions & Billing', BILLING)
]
