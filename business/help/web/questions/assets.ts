import type { QuestionsOf } from './questions.ts'

/** About files, licences and plans. */
export const assets: QuestionsOf = ({ support_email }) => ({
  'Uploads & Files': [
    [
      'Which formats can I download?',
      'PNG, JPG, SVG, WEBP and PDF, as far as the original allows: from an SVG we make all the others, from a picture other picture formats. Each asset shows its formats.'
    ],
    ['Which files can artists upload?', 'JPG, PNG, WEBP, SVG, PDF and EPS, up to 100 MB and 100 megapixels.'],
    [
      'Why was my upload refused?',
      'We look at what a file is, not at its name. A file of another kind, an empty or damaged one, one that is too large, or one that was already uploaded to another asset is refused; the page says which.'
    ],
    [
      'Are my pictures uploaded when I compress them?',
      'No. Free Compress Size works in your browser: nothing leaves it. Free QR Barcode makes labels there too; only what you share by e-mail is sent.'
    ],
    [
      'What happens to an SVG that I upload?',
      'It is cleaned: scripts, event handlers and references to other places are taken out. Visitors only see pictures made from it.'
    ],
    [
      'Why does a preview have a watermark?',
      'It protects the artist. The file that you download after buying, or as a free asset, has none.'
    ]
  ],
  'Licensing & Usage': [
    [
      'What is a Personal license?',
      'It is for one person and their own projects that earn nothing: up to 10 end products and 100 printed pieces. See the [License Terms](/license-terms).'
    ],
    [
      'What is a Commercial license?',
      'It is for one company: its own work and work for clients, up to 10 seats, 50 end products and 10,000 printed pieces. See the [License Terms](/license-terms).'
    ],
    [
      'Is there an Exclusive license?',
      'Not for assets of the catalogue: others may license them too. The Extended license is the widest, with goods for resale. For artwork made for you alone, send a custom request and say that it must be exclusive.'
    ],
    [
      'Do I have to name the artist?',
      'With the free license, yes. With a paid license, no, unless the asset’s own page asks for a credit.'
    ],
    [
      'Can I use a free asset in commercial work?',
      'No. The free license is for non-commercial use. Buy a commercial or extended license instead.'
    ],
    [
      'Does a license end?',
      'One that you bought does not end by itself, only when all of its payment is refunded or taken back, or when the terms are broken. One that came with a plan ends with the plan; finished work may stay in use.'
    ]
  ],
  'Subscriptions & Billing': [
    [
      'Which plans are there?',
      'Free: get assets marked free, without a plan. Monthly: Individual for $19 with 50 downloads, or Team for $59 with 5 seats and 250 downloads. Yearly: by arrangement with our support only.'
    ],
    [
      'Can I cancel my subscription?',
      'Yes, at any time, with Cancel Renewal under My Subscription. You keep access to the end of the period that you paid for.'
    ],
    [
      'Can I change my plan?',
      'Yes, under My Subscription. You approve the change at PayPal, it begins with the next month, and until then you can keep the plan you have.'
    ],
    [
      'How do the seats of a Team plan work?',
      'The owner sits on one of the 5 seats and invites 4 people by e-mail, who share the downloads. Whoever leaves a seat, or loses it, loses the downloads of the plan at once.'
    ],
    [
      'Can I get a refund for a subscription?',
      `We decide case by case, when there were no downloads after the billing date. Write to [${support_email}](mailto:${support_email}). When all of the payment goes back, the plan ends at once; when a part goes back, it goes on.`
    ],
    [
      'Can I get a refund for a single asset?',
      'No. Single-asset sales are final, because the file is delivered at once. Money that was taken for a license you hold already goes back by itself.'
    ],
    [
      'Do unused downloads carry over?',
      'No. Each month begins with the full number of your plan. The same asset again costs no download as long as the plan goes on.'
    ],
    ['Does a coupon work?', 'Coupons aren’t enabled yet.']
  ]
})
