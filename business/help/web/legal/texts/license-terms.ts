import { LICENSE_NAMES, PLAN_LICENSE, TERMS_VERSION } from '#licensing/rules.ts'
import { SUPPORT_LINK } from '../../site-text.ts'
import type { LegalText } from '../legal-text.ts'

export const LICENSE_TERMS: LegalText = {
  path: '/license-terms',
  title: 'License Terms',
  description: 'Personal, Commercial, and Extended licenses compared in numbers: seats, stored copies, end products, and print runs.',
  intro:
    'These terms state what you may do with an asset you license. The limits in the table differ by license type. All other terms apply to every license.',
  updated: TERMS_VERSION,
  sections: [
    {
      id: 'counting',
      chip: 'Limits',
      title: 'How limits are counted',
      body: [
        'Each limit applies to one license for one asset, in total, for as long as the license is active.',
        [
          'Seats are the people who may open the files.',
          'Stored copies are files stored on devices, drives, and servers, including backups.',
          'An end product is one finished design that uses the asset, such as a website, an app, a poster, or a shirt. Other sizes, languages, and later versions of the same design count as the same end product.',
          'The print run is the total number of printed or manufactured pieces across all end products. Views and downloads of a finished digital work do not count.'
        ]
      ]
    },
    {
      id: 'allowed',
      chip: 'Allowed uses',
      title: 'What every license allows',
      body: [
        'You may recolor, crop, resize, and combine the asset, and use every format offered for download. You may use the asset worldwide and without a time limit while the license is active. Attribution is not required unless the asset’s page requires a credit.'
      ]
    },
    {
      id: 'personal',
      chip: 'Personal',
      title: 'Personal license',
      body: [
        'The Personal license is for one individual’s own projects that do not earn money, such as a personal website, an invitation, schoolwork, or a print for your wall.'
      ]
    },
    {
      id: 'commercial',
      chip: 'Commercial',
      title: 'Commercial license',
      body: [
        'The Commercial license is for one company’s own work and for work the company creates for its clients, such as websites, apps, advertising, packaging, and presentations. A client may use the finished work but does not receive the asset’s files. Goods whose value comes mainly from the asset require an Extended license.'
      ]
    },
    {
      id: 'extended',
      chip: 'Extended',
      title: 'Extended license',
      body: [
        'The Extended license includes everything in the Commercial license. It also allows goods for resale in which the asset is the main element, such as shirts, mugs, posters, and templates.'
      ]
    },
    {
      id: 'plans',
      chip: 'Plans',
      title: 'Downloads with a plan',
      body: [
        `A download with a plan grants a ${LICENSE_NAMES[PLAN_LICENSE]} license for that asset, with the limits of that license. The license belongs to the plan owner. Everyone who has a seat on the plan may use the asset in the plan owner’s work for as long as they have the seat. A person who downloaded the asset may still use it for that work after leaving.`,
        'The license is active while the plan is active. After the plan ends, work finished before that time may remain in use, but the asset may not be used in new work. A plan you start later grants new licenses; downloading an asset again with that plan counts as a download. Plans do not include the Extended license.'
      ]
    },
    {
      id: 'forbidden',
      chip: 'Prohibited uses',
      title: 'What no license allows',
      body: [
        'You may not:',
        [
          'sell, share, sublicense, or give away the files, whether unchanged or with minor changes;',
          'register the asset, or a work that consists mainly of the asset, as a trademark;',
          'claim authorship of the asset or offer it in another catalogue;',
          'use the asset to train machine-learning models; or',
          'use the asset in a way that is unlawful or defamatory.'
        ]
      ]
    },
    {
      id: 'open',
      chip: 'Open licenses',
      title: 'Assets from open collections',
      body: [
        'Some assets come from open collections. The page of such an asset names the author and the open license. Any rights the open license grants you are in addition to these terms, and you are responsible for any credit it requires.'
      ]
    },
    {
      id: 'proof',
      chip: 'Proof',
      title: 'Certificates and termination',
      body: [
        'Each license is listed under My Licenses and has a certificate. The certificate is a digitally signed PDF, and anyone can verify its number on the page named in it. A license remains subject to the terms, limits, and names in effect when it was granted, even if we change these terms later.',
        '{brand_name} may revoke a license if its payment is fully refunded or reversed, or if you breach these terms. After a license is revoked, you must stop using the asset in new work and delete the files.'
      ]
    },
    {
      id: 'more',
      chip: 'More',
      title: 'If you need more',
      body: [
        `If your work exceeds the limits of your license, buy the next license type. If it exceeds the limits of the Extended license, write to ${SUPPORT_LINK}. For exclusive artwork, submit a custom request and state that the work must be exclusive.`
      ]
    }
  ]
}
