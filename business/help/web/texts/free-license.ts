import type { TextOf } from '../legal-text.ts'

export const freeLicense: TextOf = ({ brand_name }) => ({
  path: '/free-license',
  title: 'Free License',
  description: 'Assets marked free: a 1500 px PNG, for non-commercial use, with attribution.',
  intro: 'For assets marked free: a 1500 px PNG, for non-commercial use, with attribution.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'get',
      chip: 'What you get',
      title: 'What you get',
      body: [
        'One PNG of the asset, 1500 px on its longer side, without a watermark. You need no account: give your e-mail address, agree to these terms, and the download starts. We also mail you the link; it works for 10 minutes, and you may ask for another while the asset is free.'
      ]
    },
    {
      id: 'may',
      chip: 'You may',
      title: 'You may',
      body: [
        [
          'use it in work that earns nothing and advertises nothing: private projects, school, study, drafts',
          'recolor, crop and combine it',
          'go on using it in such work after the asset is no longer free'
        ]
      ]
    },
    {
      id: 'credit',
      chip: 'Attribution',
      title: 'You name the artist',
      body: [
        `Attribution is required where the work is seen, or beside it. The artist’s name stands on the asset’s page. For example: ‘Artwork by (artist), from ${brand_name}’, with a link to the asset’s page where links are possible.`
      ]
    },
    {
      id: 'may-not',
      chip: 'You may not',
      title: 'You may not',
      body: [
        [
          'use it for a company, for a client, in advertising or on goods for sale',
          'share or resell the file itself, or put it in another catalogue',
          'use it in a trademark, or to train machine-learning models'
        ]
      ]
    },
    {
      id: 'more',
      chip: 'More',
      title: 'Commercial work, other formats, no attribution',
      body: ['A paid license gives you every format and does not ask for attribution. See the [License Terms](/license-terms).']
    }
  ]
})
