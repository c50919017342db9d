import type { QuestionsOf } from './questions.ts'

/** About the three roles. */
export const people: QuestionsOf = ({ brand_name, support_email }) => ({
  Clients: [
    [
      'Do I need an account to browse?',
      'No. Anyone can search the catalogue and get the assets marked free. You need an account to buy a license, subscribe or send a custom request.'
    ],
    [
      'How do I buy an asset?',
      'Open it, press Get, choose a license, agree to the license terms and continue to PayPal. When the payment is confirmed, the download is ready at once.'
    ],
    ['Where do I find what I bought?', 'Under My Licenses. Every active license has its download there, as often as you need it.'],
    [
      'How do I get a free asset?',
      'Press Get Free on an asset marked FREE, give your e-mail address and agree to the terms. You get a 1500 px PNG under the [Free License](/free-license). ‘Free soon’ means that the free period has not begun yet.'
    ],
    [
      'What do the two free tools need?',
      'An account, whatever its role. Free Compress Size makes smaller PNG and WebP versions of a picture; Free QR Barcode makes QR codes, barcodes and labels.'
    ],
    [
      'Can I pay without PayPal?',
      'PayPal takes every payment. Where it offers that, you can pay by card without a PayPal account. Prices are in US dollars.'
    ]
  ],
  Employees: [
    [
      'How do I become an employee?',
      'Artists start at the [careers page](/careers). When you are accepted, register an account if you have none; an admin then upgrades its role to employee.'
    ],
    [
      'How am I paid?',
      'For each approved asset you earn the wage of its category, by the wage rule in effect when it is approved. Your earnings page shows every wage, every payout and your balance.'
    ],
    ['What are the current wages?', 'They stand on the [careers page](/careers), for each category.'],
    ['Does a new wage rule change what I already earned?', 'No. A wage is booked once, at approval, and stays as it was booked.'],
    [
      'My asset was rejected. What now?',
      'My Assets shows why. Mend it and send it again, or delete it. Only an approved asset earns its wage.'
    ],
    [
      'How are payouts made?',
      'An admin records each payout: bank transfer, PayPal, check, MoneyGram, cash or another way. A payout is never larger than your balance.'
    ]
  ],
  Admins: [
    [
      'What does an admin do?',
      'Admins review assets, manage users, wage rules, payouts, subscriptions, custom requests and applicants, and read the financial reports.'
    ],
    [
      'How is an asset reviewed?',
      'It stays pending until an admin approves or rejects it. An asset without a file cannot be approved. What is approved stays approved; what is rejected the artist may mend and send again.'
    ],
    [
      'Can an admin buy licenses or upload assets?',
      'No. Each account has one role, and the client and employee pages are for those roles only. Use a second account with another e-mail address.'
    ],
    [
      'Who can change a role?',
      'Only an admin. The change takes effect with the next click. No one can change their own role, and the last active admin cannot be removed.'
    ]
  ],
  'Accounts & Security': [
    [
      'I did not get my 7-digit code. What now?',
      'Look in your spam folder, then press Resend code after 30 seconds. A code works for 10 minutes, and a new one replaces the old.'
    ],
    [
      'How do I reset my password?',
      'Choose Forgot password on the login page. The link that we mail works once, for 60 minutes, and ends every session of your account.'
    ],
    [
      'I forgot my username.',
      'You sign in with your e-mail address. Choose Forgot username on the login page, and we send a reminder to the address you give.'
    ],
    ['Is two-factor authentication available?', 'Not yet. It is planned. Until then use a long password that you use nowhere else.'],
    ['How long do I stay signed in?', '30 days with Remember me, otherwise 12 hours.'],
    [
      'How do I delete my account?',
      `Write to [${support_email}](mailto:${support_email}) from the address of your account. We erase your personal data, custom requests with their conversations included, and keep only the records of payments and licenses that ${brand_name} must keep.`
    ]
  ]
})
