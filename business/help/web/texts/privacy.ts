import type { TextOf } from '../legal-text.ts'

export const privacy: TextOf = ({ brand_name, support_email }) => ({
  path: '/privacy',
  title: 'Privacy Policy',
  description: `What ${brand_name} knows about you, why, for how long, who else sees it, and the rights you have, CCPA included.`,
  intro: 'What we know about you, why we know it, and how you can see, correct or delete it.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'scope',
      chip: 'Scope',
      title: 'What this covers',
      body: [
        `This policy covers the ${brand_name} website, its accounts, its mails and its support. ${brand_name} is based in California, USA, and decides how the data described here is used.`
      ]
    },
    {
      id: 'collected',
      chip: 'Data we hold',
      title: 'Data we hold',
      body: [
        'We hold what you give us, and what using the service leaves behind:',
        [
          'Account: name, e-mail address, role, and, if you add them, a picture and an accent colour. Your password is stored as a hash only.',
          'Sign-ins: when you signed in, from which network address and with which browser.',
          'Purchases: licenses, plans, amounts, the renewals you agreed to, word for word, and PayPal’s numbers and notices about them, which may name you as PayPal knows you. Card and bank details stay with PayPal.',
          'Teams: the e-mail addresses that the owner of a Team plan invites.',
          'Free downloads: the asset, your e-mail address, and whether you agreed to news.',
          'Messages: what you write on the contact page and to support, and custom requests with their conversations and the files in them.',
          'Artists: assets, wages and payouts; applicants: the application, resume and government ID.',
          'Records: a log of what was done with accounts, payments and files, and by whom.'
        ],
        'Of searches that find nothing we keep the words, not who typed them. Pictures that you compress and labels that you make stay in your browser; only a label that you share by mail passes through us.'
      ]
    },
    {
      id: 'use',
      chip: 'Use',
      title: 'What we use it for',
      body: [
        [
          'to run your account and deliver what you bought or got free',
          'to take payments, pay artists and keep the books that the law asks for',
          'to answer you, and to send codes, receipts and reminders',
          'to keep the service safe, for example by limiting failed sign-ins',
          'to send news, only if you agreed; you can take that back by mail'
        ],
        'We do not build advertising profiles, and no decision about you is made by a machine alone.'
      ]
    },
    {
      id: 'sharing',
      chip: 'Sharing',
      title: 'Who else sees it',
      body: [
        'We do not sell personal data, and we do not share it for advertising. It goes to:',
        [
          'PayPal, for payments you make',
          'the companies that host our servers, files and mail, on our behalf only',
          'the artist assigned to your custom request, who sees it, its conversation and your name, but not your e-mail address',
          'the others on the seats of your plan, who see your name and e-mail address and what you downloaded with the plan',
          'everyone: the name of an artist, on the pages of their assets, in the files and on the certificates',
          'whoever you mail a label to, who sees your name and e-mail address',
          'authorities, when the law obliges us'
        ],
        'A license certificate can be checked by anyone who has its number; the licensee shows in initials only.'
      ]
    },
    {
      id: 'cookies',
      chip: 'Cookies',
      title: 'Cookies and browser storage',
      body: [
        'We set cookies only for what you ask for: one keeps you signed in, one knows a browser that you signed in with before, so that a sign-in from elsewhere is told to you, one ties a registration to the browser that began it, one remembers light or dark, and one counts down to the next mail. Your browser also stores your session, your accent colour, your recent searches, the category you last chose for an upload and, until the tab is closed, a purchase that you began before signing in and what you typed but did not send.',
        'There are no advertising or analytics cookies. On payment pages PayPal sets its own, under its own policy.'
      ]
    },
    {
      id: 'retention',
      chip: 'How long',
      title: 'How long we keep it',
      body: [
        'Account data stays while you have the account. The rest goes sooner:',
        [
          'A session ends after 30 days, or after 12 hours without Remember me. A browser that you have not signed in with for a year is forgotten.',
          'A code lasts 10 minutes. A registration that nobody confirms is deleted after 7 days.',
          'Custom requests stay until you delete them, with their conversations and files.',
          'Messages from the contact page stay for 2 years, spam for 30 days.',
          'The address of a free download stays until you ask us to delete it, or delete the account that has it.',
          'An application is deleted with its resume and government ID 180 days after we decline it, a year after it came if nobody decided it, or sooner when you ask. That of someone we hired stays until their account is deleted, or they ask.',
          'Mails that we sent leave our outbox after 7 days, those that could not be sent after 14.'
        ],
        'When an account is deleted we erase its personal data, and with it the custom requests, the messages, applications and free downloads of its address, and its seats. Payments, licenses, wages and payouts stay in the books under the name ‘Deleted user’, for as long as tax and accounting law asks; the log stays without the network address and browser. Backups hold the data until they are replaced.'
      ]
    },
    {
      id: 'security',
      chip: 'Security',
      title: 'How we protect it',
      body: [
        'Passwords are hashed; resumes and government IDs are encrypted where they are stored, and each opening of one is recorded. Original files leave only by links that expire after 10 minutes. Every call is checked on the server against your role.',
        'No system is perfectly safe. If a breach concerns your data we will tell you as the law asks.'
      ]
    },
    {
      id: 'ccpa',
      chip: 'CCPA rights',
      title: 'Your California privacy rights (CCPA)',
      body: [
        'Under the California Consumer Privacy Act you have the right:',
        [
          'to know what personal information we hold about you, where it came from, what it is for and who received it, and to get a copy',
          'to have it deleted, with the exceptions of the law, such as records of payments',
          'to have it corrected',
          'to opt out of its sale or sharing: we do neither',
          'to limit the use of sensitive personal information: we use it only for the purpose you gave it for',
          'not to be treated worse for using these rights'
        ],
        `Write to [${support_email}](mailto:${support_email}) from the address of your account, or let an agent write with your signed permission. We check that it is you, confirm within 10 business days and answer within 45 days. We give these rights to everyone, wherever you live.`
      ]
    },
    {
      id: 'children',
      chip: 'Under 13',
      title: 'Children under 13',
      body: [
        `${brand_name} is not for children under 13. They may not have an account, and we do not knowingly collect their data. If you believe that a child gave us data, write to [${support_email}](mailto:${support_email}) and we will delete it.`
      ]
    },
    {
      id: 'transfers',
      chip: 'Outside the US',
      title: 'Visitors from other countries',
      body: [
        'We work from the United States, and data is handled there. If you use the service from elsewhere, your data goes to the United States, whose law may protect it differently from your own.'
      ]
    },
    {
      id: 'changes',
      chip: 'Changes',
      title: 'Changes and contact',
      body: [
        'The day above shows the last change. If a change matters to how your data is used, we tell account holders by mail before it takes effect.',
        `Questions: [${support_email}](mailto:${support_email}) or the [contact page](/contact).`
      ]
    }
  ]
})
