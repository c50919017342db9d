import { TERMS_VERSION } from '#licensing/rules.ts'
import type { TextOf } from '../legal-text.ts'

export const licenseTerms: TextOf = ({ brand_name, support_email }) => ({
  path: '/license-terms',
  title: 'License Terms',
  description: 'Personal, commercial and extended licenses side by side, in numbers: seats, copies, end products and print runs.',
  intro:
    'What you may do with an asset that you licensed. The three types differ in the numbers of the table; the rest holds for all of them.',
  updated: TERMS_VERSION,
  sections: [
    {
      id: 'counting',
      chip: 'Counting',
      title: 'How the numbers count',
      body: [
        'All numbers are for one license of one asset, together and for as long as you hold it.',
        [
          'Seats are the people who may open the files.',
          'Stored copies are files kept on devices, drives and servers, backups included.',
          'An end product is one finished design that uses the asset: a website, an app, a poster, a shirt. Sizes, languages and later versions of it are the same end product.',
          'The print run counts every printed or made piece of all end products together. Views and downloads of a finished digital work are not counted.'
        ]
      ]
    },
    {
      id: 'allowed',
      chip: 'Allowed',
      title: 'What every license allows',
      body: [
        'You may recolor, crop, resize and combine the asset, and use every format that its download offers. You may use it worldwide, without a time limit, and without naming the artist, unless the asset’s own page asks for a credit.'
      ]
    },
    {
      id: 'personal',
      chip: 'Personal',
      title: 'Personal',
      body: ['For one person’s own projects that earn nothing: a private website, an invitation, school work, a picture on your wall.']
    },
    {
      id: 'commercial',
      chip: 'Commercial',
      title: 'Commercial',
      body: [
        'For one company’s own work and the work for its clients: websites, apps, advertising, packaging, presentations. The client may use the finished work, but does not get the files. Goods whose value is mainly the asset need the extended license.'
      ]
    },
    {
      id: 'extended',
      chip: 'Extended',
      title: 'Extended',
      body: [
        'Everything in the commercial license, and goods for resale on which the asset is the main thing: shirts, mugs, posters, templates.'
      ]
    },
    {
      id: 'plans',
      chip: 'Plans',
      title: 'Downloads with a plan',
      body: [
        'A download with a plan gives the commercial license of that asset, with the same numbers. It belongs to the owner of the plan; everyone who sits on a seat of it may use the asset in the owner’s work, as long as they sit there.',
        'It is active while the plan is. When the plan ends, finished work may stay in use, and nothing new is made with the asset. A plan that you take later gives licenses of its own: an asset that you take again with it counts as a download. The extended license is not part of any plan.'
      ]
    },
    {
      id: 'forbidden',
      chip: 'Never',
      title: 'What no license allows',
      body: [
        [
          'to sell, share or give away the files as they are, or changed only a little',
          'to register the asset, or a work that is mostly the asset, as a trademark',
          'to claim that you made the asset, or to let it stand in another catalogue',
          'to use it to train machine-learning models',
          'to use it for what is against the law, or defames people'
        ]
      ]
    },
    {
      id: 'open',
      chip: 'Open licenses',
      title: 'Assets from open collections',
      body: [
        'Some assets come from open collections. Their page shows the author and the open license. What that license allows you more than these terms, you may do; a credit that it asks for is yours to give.'
      ]
    },
    {
      id: 'proof',
      chip: 'Proof',
      title: 'Proof and end of a license',
      body: [
        `Each license has a certificate and is listed under My Licenses. The certificate is a signed PDF; anyone can check its number on the page it names. A license keeps the terms, the numbers and the names it was given with, even when we change these terms later. ${brand_name} may revoke a license when all of its payment is refunded or taken back, or when these terms are broken; you then stop using the asset in new work and delete the files.`
      ]
    },
    {
      id: 'more',
      chip: 'More',
      title: 'If you need more',
      body: [
        `When your work outgrows the numbers, take the next type. When it outgrows the extended license, write to [${support_email}](mailto:${support_email}). For artwork made for you alone, send a custom request and say so in it.`
      ]
    }
  ]
})
