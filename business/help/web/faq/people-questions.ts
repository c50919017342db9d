import { CODE_MINUTES, COOLDOWN_SECONDS, REMEMBERED_DAYS, RESET_MINUTES, UNDO_DAYS, UNREMEMBERED_HOURS } from '#accounts/rules.ts'
import { FREE_SIZE } from '#licensing/rules.ts'
import { EXPORT_HOURS } from '#privacy/rules.ts'
import type { Question } from '../../rules.ts'
import { SUPPORT_LINK } from '../site-text.ts'
import { questionsOn } from './questions-on.ts'

const CLIENTS = [
  [
    'Do I need an account to browse?',
    'No. Anyone can search the catalogue and download assets marked free. You need an account to buy a license, subscribe to a plan, or submit a custom request.'
  ],
  [
    'How do I buy an asset?',
    'Open the asset, press Get, choose a license, agree to the license terms, and continue to PayPal. You can download the asset as soon as the payment is confirmed.'
  ],
  ['Where do I find my purchases?', 'Under My Licenses. You can download the files of every active license there as often as you need.'],
  [
    'How do I gather works for a project?',
    'Press the heart on a work: it goes into the collection that you used last. Under Collections you order the works, write notes, share them by a link, license what is missing as one order, and download all files with their certificates as one ZIP.'
  ],
  [
    'Can I pass a license on to my client?',
    'A Commercial or Extended license that you bought can be transferred once. Under My Licenses, choose Transfer and enter the email address. When they accept, your license ends and they get one with a certificate in their name.'
  ],
  [
    'How do I get a free asset?',
    `Press Get Free on an asset marked FREE, enter your email address, and agree to the terms. You receive a ${FREE_SIZE} px PNG under the [Free License](/free-license). “Free soon” means that the free period has not started yet.`
  ],
  [
    'What do I need to use the two free tools?',
    'Any account. Free Compress Size creates smaller PNG and WebP versions of an image. Free QR Barcode creates QR codes, barcodes, and labels.'
  ],
  [
    'Can I pay without a PayPal account?',
    'PayPal processes all payments. Where PayPal offers it, you can pay by card without a PayPal account. Prices are in US dollars.'
  ]
] as const

const EMPLOYEES = [
  [
    'How do I become an employee?',
    'Apply on the [careers page](/careers). If you are accepted, register an account if you do not have one, and an admin upgrades your role to employee.'
  ],
  [
    'How am I paid?',
    'You earn a wage for every approved asset. The amount depends on the category and the wage rule in effect at the time of approval. Your earnings page lists your wages and payouts and shows your balance.'
  ],
  ['What are the current wages?', 'The [careers page](/careers) lists the current wage for each category.'],
  [
    'Does a new wage rule change what I have already earned?',
    'No. Each wage is recorded once, when the asset is approved, and does not change afterward.'
  ],
  [
    'My asset was rejected. What can I do?',
    'My Assets shows the reason. You can revise the asset and submit it again, or delete it. Only approved assets earn a wage.'
  ],
  [
    'How are payouts made?',
    'An admin records each payout, which can be a bank transfer, PayPal payment, check, MoneyGram transfer, cash payment, or another method. A payout is never larger than your balance.'
  ]
] as const

const ADMINS = [
  [
    'What does an admin do?',
    'Admins review assets; manage users, wage rules, payouts, subscriptions, custom requests, and applicants; and read the financial reports.'
  ],
  [
    'How is an asset reviewed?',
    'An asset is pending until an admin approves or rejects it. An asset without files cannot be approved. Approval is final. The artist may revise a rejected asset and submit it again.'
  ],
  [
    'Can an admin buy licenses or upload assets?',
    'No. Each account has one role, and the client and employee pages require the matching role. Use a second account with another email address.'
  ],
  [
    'Who can change a role?',
    'Only an admin. The change takes effect on the user’s next action. Admins cannot change their own role, and the last active admin cannot be removed.'
  ]
] as const

const ACCOUNTS = [
  [
    'I did not receive my verification code. What can I do?',
    `Check your spam folder, then press Resend code after ${COOLDOWN_SECONDS} seconds. A code is valid for ${CODE_MINUTES} minutes, and a new code replaces the old one.`
  ],
  [
    'How do I reset my password?',
    `Choose Forgot password on the login page. The link we email you works once and expires after ${RESET_MINUTES} minutes. Resetting your password ends every session of your account.`
  ],
  [
    'I forgot my username. What can I do?',
    'You sign in with your email address. Choose Forgot username on the login page, and we will send a reminder to the address you enter.'
  ],
  [
    'Is two-factor authentication available?',
    'Yes. On your profile, set up an authenticator app, a passkey, or both. After your password, signing in then asks for a code of the app or for the passkey. A passkey also signs in alone.'
  ],
  [
    'I lost my phone or my passkey. How do I sign in?',
    `With one of the ten recovery codes that you saved at the set-up; each works once. If you have none left, write to ${SUPPORT_LINK} from the email address of your account. After we have made sure that it is you, an admin resets your second factor, and we email you about it.`
  ],
  [
    'Why am I asked for my password again?',
    'Before something important, such as exporting your data or changing your email address, we ask again who you are if you signed in more than 10 minutes ago. What you typed is kept.'
  ],
  ['How long do I stay signed in?', `${REMEMBERED_DAYS} days if you choose Remember me, otherwise ${UNREMEMBERED_HOURS} hours.`],
  [
    'How do I delete my account?',
    'Open [Your data](/user/data) and type your email address. Cancel the renewal of a plan first. We erase your personal data, including your custom requests and their conversations, and keep only the payment and license records that {brand_name} is required to keep.'
  ],
  [
    'How do I get a copy of my data?',
    `Open [Your data](/user/data). We email you a link to a ZIP file with everything we store about you, as JSON and CSV, and with the files you uploaded. The link works for ${EXPORT_HOURS} hours. Without an account, use the form on the [Privacy Policy](/privacy).`
  ],
  [
    'How do I change my email address?',
    `On your [profile](/user/profile). We email a code to the new address. Your old address gets a link that undoes the change for ${UNDO_DAYS} days.`
  ],
  [
    'How do I stop news by email?',
    'Choose Unsubscribe in any of these emails. It works with one click and without an account. Signed in, you can also choose on your [profile](/user/profile). Receipts, codes, and answers still reach you.'
  ]
] as const

/** About the three roles and accounts. */
export const PEOPLE_QUESTIONS: readonly Question[] = [
  ...questionsOn('Clients', CLIENTS),
  ...questionsOn('Employees', EMPLOYEES),
  ...questionsOn('Admins', ADMINS),
  ...questionsOn('Accounts & Security', ACCOUNTS)
]
