import { CODE_MINUTES, REMEMBERED_DAYS, UNREMEMBERED_HOURS } from '#accounts/rules.ts'
import { MISS_DAYS } from '#catalogue/rules.ts'
import { LINK_MINUTES } from '#licensing/rules.ts'
import { RETENTION } from '../../../retention.rules.ts'
import { retentionSentence } from '../../../retention-text.rules.ts'
import { CCPA_ANSWER_DAYS, CCPA_CONFIRM_DAYS, MIN_AGE } from '../../../rules.ts'
import { SUPPORT_LINK } from '../../site-text.ts'
import type { LegalText } from '../legal-text.ts'

export const PRIVACY: LegalText = {
  path: '/privacy',
  title: 'Privacy Policy',
  description: 'What personal data {brand_name} collects, why, how long we keep it, who receives it, and your rights under the CCPA.',
  intro: 'This policy explains what personal data we collect, why we collect it, and how you can access, correct, or delete it.',
  updated: '2026-11-23',
  sections: [
    {
      id: 'scope',
      chip: 'Scope',
      title: 'Scope',
      body: [
        'This policy applies to the {brand_name} website, accounts, emails, and support (the “Service”). {brand_name} (“we,” “us,” or “our”) is based in California, USA, and decides how and why the personal data described here is used.'
      ]
    },
    {
      id: 'collected',
      chip: 'Data we collect',
      title: 'Data we collect',
      body: [
        'We collect the data you provide and the data created when you use the Service:',
        [
          'Account: your name, email address, and role, and, if you add them, a profile picture and an accent color. We store your password only as a hash. If you set up a second factor: the encrypted secret of your authenticator app, the public keys and names of your passkeys, and hashes of your recovery codes.',
          'Sign-ins: the time, the network address, and the browser used.',
          'Purchases: licenses, plans, amounts, the exact renewal terms you agreed to, and PayPal’s transaction numbers and notices, which may contain the name PayPal has on file for you. PayPal keeps your card and bank details; we do not receive them.',
          'Teams: the email addresses that the owner of a Team plan invites.',
          'Free downloads: the asset, your email address, and, if you agreed to receive news, the words you agreed to, the date, and which news we sent.',
          'Messages: what you send through the contact page or to support, and custom requests with their conversations and files.',
          'Artists and applicants: assets, wages, and payouts; and applications with a resume and a government ID.',
          'Audit records: a log of actions on accounts, payments, and files, and who performed them.'
        ],
        `We store the text of searches that return nothing for ${MISS_DAYS} days, without any information about who searched. Images you compress and labels you create stay in your browser. A label you share by email passes through our servers.`
      ]
    },
    {
      id: 'use',
      chip: 'Use',
      title: 'How we use your data',
      body: [
        'We use your data to:',
        [
          'operate your account and deliver what you bought or downloaded for free;',
          'process payments, pay artists, and keep the accounting records required by law;',
          'answer your messages and send you codes, receipts, and reminders;',
          'keep the Service secure, for example by limiting failed sign-ins; and',
          'send you news, only if you agreed to it. You can withdraw your consent with one click in every such email, or on your profile.'
        ],
        'We do not create advertising profiles, and we do not make decisions about you by automated means alone.'
      ]
    },
    {
      id: 'sharing',
      chip: 'Sharing',
      title: 'Who receives your data',
      body: [
        'We do not sell your personal data or share it for advertising. We disclose it only to:',
        [
          'PayPal, for the payments you make;',
          'service providers that host our servers, files, and email, and that act only on our behalf;',
          'the artist assigned to your custom request, who sees the request, its conversation, and your name, but not your email address;',
          'the other people who have a seat on your plan, who see your name, your email address, and what you downloaded with the plan;',
          'the public, for the name of an artist, which appears on the pages of the artist’s assets, in files, and on certificates;',
          'the people you send a label to, who see your name and email address; and',
          'authorities, if the law requires it.'
        ],
        'Anyone who has the number of a license certificate can verify it. The result shows only the licensee’s initials.'
      ]
    },
    {
      id: 'cookies',
      chip: 'Cookies',
      title: 'Cookies and browser storage',
      body: [
        'We use cookies only to provide what you request:',
        [
          'to keep you signed in;',
          'to recognize a browser you have used to sign in before, so that we can alert you to a sign-in from a new one, and, if you choose so, need not ask for your second factor there;',
          'to connect a registration to the browser it was started in;',
          'to remember the light or dark theme and, while you are not signed in, the origin by which you filter the catalogue; and',
          'to show the time until another email can be requested.'
        ],
        'Your browser also stores your session, your accent color, your recent searches, and the category you last chose for an upload. Until you close the tab, it stores a purchase you started before signing in and form text you have not sent.',
        'We do not use advertising or analytics cookies. On payment pages, PayPal sets its own cookies under its own policy.'
      ]
    },
    {
      id: 'retention',
      chip: 'Retention',
      title: 'How long we keep your data',
      body: [
        `We keep account data for as long as you have an account. A session ends after ${REMEMBERED_DAYS} days, or after ${UNREMEMBERED_HOURS} hours without Remember me. A verification code expires after ${CODE_MINUTES} minutes. Custom requests, with their conversations and files, are kept until you delete them. Other data is deleted earlier, by a job that runs every night:`,
        RETENTION.map(retentionSentence),
        'You can delete your data sooner, on [Your data](/user/data) or with the form above. Email we send is removed from our outgoing queue soon after delivery.',
        'When an account is deleted, we erase its personal data, including custom requests, messages, applications, free downloads, and seats under its email address. Payments, licenses, wages, and payouts remain in our records under the name “Deleted user” for as long as tax and accounting law requires. The audit log is kept without the network address and browser. Backups contain the data until they are replaced.'
      ]
    },
    {
      id: 'security',
      chip: 'Security',
      title: 'How we protect your data',
      body: [
        `We store passwords as hashes. We encrypt stored resumes and government IDs and log every time one is opened. Original files are available only through links that expire after ${LINK_MINUTES} minutes. Our servers check your permissions on every request.`,
        'No system is completely secure. If a breach affects your data, we will notify you as required by law.'
      ]
    },
    {
      id: 'ccpa',
      chip: 'CCPA rights',
      title: 'Your California privacy rights (CCPA)',
      body: [
        'Under the California Consumer Privacy Act (CCPA), you have the right to:',
        [
          'know what personal information we hold about you, where it came from, why we use it, and who received it, and to obtain a copy;',
          'delete it, subject to legal exceptions such as payment records;',
          'correct it;',
          'opt out of its sale or sharing, although we do neither;',
          'limit the use of sensitive personal information, which we use only for the purpose you provided it for; and',
          'not be discriminated against for exercising these rights.'
        ],
        'You can get a copy of your data and delete it yourself: on [Your data](/user/data), or without an account with the form at the top of this page.',
        `To exercise another right, write to ${SUPPORT_LINK} from the email address of your account. An authorized agent may write for you with your signed permission. We verify your identity, confirm your request within ${CCPA_CONFIRM_DAYS} business days, and respond within ${CCPA_ANSWER_DAYS} days. We extend these rights to everyone, wherever you live.`
      ]
    },
    {
      id: 'children',
      chip: `Under ${MIN_AGE}`,
      title: `Children under ${MIN_AGE}`,
      body: [
        `The Service is not intended for children under ${MIN_AGE}. They may not have an account, and we do not knowingly collect their personal data. If you believe that a child has given us personal data, write to ${SUPPORT_LINK}, and we will delete it.`
      ]
    },
    {
      id: 'transfers',
      chip: 'Outside the US',
      title: 'Visitors from other countries',
      body: [
        'We operate from the United States and process data there. If you use the Service from another country, your data is transferred to the United States, where privacy laws may differ from those of your country.'
      ]
    },
    {
      id: 'changes',
      chip: 'Changes',
      title: 'Changes and contact',
      body: [
        'The date above shows the last change to this policy. Before a material change to how we use your data takes effect, we notify account holders by email.',
        `If you have questions, write to ${SUPPORT_LINK} or use the [contact page](/contact).`
      ]
    }
  ]
}
