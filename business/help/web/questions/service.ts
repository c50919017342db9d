import { SUPPORT_HOURS } from '../../rules.ts'
import type { QuestionsOf } from './questions.ts'

/** About requests, trouble and the law. */
export const service: QuestionsOf = ({ brand_name, support_email }) => ({
  'Custom Requests': [
    [
      'What is a custom request?',
      'A client describes a design that the catalogue does not have: title, description, category and, if you like, a budget and a due date.'
    ],
    [
      'What happens after I send a request?',
      'It is pending until an admin looks at it. Then it is in progress with an artist, or rejected. When the work is done it is approved.'
    ],
    ['Can I change or cancel a request?', 'Yes, while it is pending or in progress. You can delete a request at any time.'],
    [
      'How do I talk to the artist?',
      'Each request has its own chat with you, the assigned artist and the admins. You can attach up to 10 pictures, PDF or ZIP files to a message, each up to 20 MB. The artist sees your name, not your e-mail address.'
    ]
  ],
  Troubleshooting: [
    [
      'My download link does not work.',
      'A link works for 10 minutes. Open My Licenses and press Download again; for a free asset, ask for it again.'
    ],
    [
      'I paid, but there is no license.',
      `PayPal may still be checking the payment; the license appears when it is confirmed. If PayPal shows the payment as completed and there is none after an hour, write to [${support_email}](mailto:${support_email}).`
    ],
    [
      'Why was I sent to another page?',
      'Some pages are for one role only. Whoever is signed out goes to the login page, another role to the home page.'
    ],
    [
      'Why does it say that there were too many tries?',
      'After many tries in a short time we make everyone wait. Most limits end within an hour; shared labels and new sizes of a licensed file are counted by the day.'
    ],
    ['How do I reach support?', `Write to [${support_email}](mailto:${support_email}). We answer ${SUPPORT_HOURS}.`]
  ],
  'Legal & Compliance': [
    [
      'How do I report a copyright problem?',
      `By e-mail to [${support_email}](mailto:${support_email}): name the asset, your work and how we can reach you. The [terms](/terms#copyright) say what a report needs.`
    ],
    ['Which law applies?', `${brand_name} is based in California, USA, and California law applies. See the [terms](/terms#law).`],
    [
      'Do you sell my data?',
      'No. We do not sell or share personal data, and there are no advertising cookies. See the [Privacy Policy](/privacy).'
    ],
    [
      'How do I use my CCPA rights?',
      `Write to [${support_email}](mailto:${support_email}) from the address of your account. You can see, correct or delete your data; we answer within 45 days. See the [Privacy Policy](/privacy#ccpa).`
    ],
    ['How old do I have to be?', 'At least 13 for an account, and 18, or with the consent of a parent, to buy.']
  ]
})
