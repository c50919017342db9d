import { LINK_MINUTES } from '#licensing/rules.ts'
import { ATTACHMENT_MAX_MB, ATTACHMENTS_MAX } from '#requests/rules.ts'
import { ADULT_AGE, CCPA_ANSWER_DAYS, MIN_AGE, type Question, SUPPORT_HOURS } from '../../rules.ts'
import { SUPPORT_LINK } from '../site-text.ts'
import { questionsOn } from './questions-on.ts'

const REQUESTS = [
  [
    'What is a custom request?',
    'A client describes a design that is not in the catalogue, with a title, a description, a category, and, optionally, a budget and a due date.'
  ],
  [
    'What happens after I submit a request?',
    'The request is pending until an admin reviews it. Then it is in progress with an artist, or rejected. When the work is complete, the request is approved.'
  ],
  ['Can I change or cancel a request?', 'Yes, while it is pending or in progress. You can delete a request at any time.'],
  [
    'How do I communicate with the artist?',
    `Each request has a chat with you, the assigned artist, and the admins. You can attach up to ${ATTACHMENTS_MAX} images, PDF files, or ZIP files to a message, each up to ${ATTACHMENT_MAX_MB} MB. The artist sees your name but not your email address.`
  ]
] as const

const TROUBLESHOOTING = [
  [
    'My download link does not work. What can I do?',
    `A download link expires after ${LINK_MINUTES} minutes. Open My Licenses and press Download again. For a free asset, request a new link.`
  ],
  [
    'I paid, but I do not see my license. What can I do?',
    `PayPal may still be reviewing the payment. The license appears when the payment is confirmed. If PayPal shows the payment as completed and the license is missing after an hour, write to ${SUPPORT_LINK}.`
  ],
  [
    'Why was I sent to another page?',
    'Some pages are available to one role only. If you are signed out, you are sent to the login page. If you have another role, you are sent to the home page.'
  ],
  [
    'Why do I see a message about too many attempts?',
    'We limit repeated attempts to protect accounts. Most limits end within an hour. Limits on shared labels and on new sizes of licensed files apply per day.'
  ],
  ['How do I contact support?', `Write to ${SUPPORT_LINK}. Support hours are ${SUPPORT_HOURS}.`]
] as const

const LEGAL = [
  [
    'How do I report a copyright problem?',
    `Send an email to ${SUPPORT_LINK} that identifies the asset, your work, and how we can contact you. The [Terms](/terms#copyright) list everything a report must include.`
  ],
  ['Which law applies?', '{brand_name} is based in California, USA, and California law applies. See the [Terms](/terms#law).'],
  [
    'Do you sell my data?',
    'No. We do not sell or share personal data, and we do not use advertising cookies. See the [Privacy Policy](/privacy).'
  ],
  [
    'How do I use my CCPA rights?',
    `You can get a copy of your data and delete it at any time: on [Your data](/user/data), or without an account with the form on the [Privacy Policy](/privacy). For anything else, write to ${SUPPORT_LINK}; we respond within ${CCPA_ANSWER_DAYS} days.`
  ],
  [
    'How old do I have to be?',
    `You must be at least ${MIN_AGE} to have an account. To make a purchase, you must be at least ${ADULT_AGE} or have the consent of a parent or guardian.`
  ]
] as const

/** About custom requests, problems, and legal matters. */
export const SERVICE_QUESTIONS: readonly Question[] = [
  ...questionsOn('Custom Requests', REQUESTS),
  ...questionsOn('Troubleshooting', TROUBLESHOOTING),
  ...questionsOn('Legal & Compliance', LEGAL)
]
