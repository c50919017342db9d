import { FREE_SIZE, LINK_MINUTES } from '#licensing/rules.ts'
import type { LegalText } from '../legal-text.ts'

export const FREE_LICENSE: LegalText = {
  path: '/free-license',
  title: 'Free License',
  description: `The license for assets marked free: a ${FREE_SIZE} px PNG for non-commercial use, with attribution.`,
  intro: `This license applies to assets marked free. It covers a ${FREE_SIZE} px PNG for non-commercial use, with attribution.`,
  updated: '2026-11-22',
  sections: [
    {
      id: 'get',
      chip: 'What you get',
      title: 'What you get',
      body: [
        `You receive one PNG file of the asset, ${FREE_SIZE} px on its longer side, without a watermark. No account is required: enter your email address, agree to these terms, and download the file. We also send the download link to your email address. The link works for ${LINK_MINUTES} minutes. You may request a new link for as long as the asset is free.`
      ]
    },
    {
      id: 'may',
      chip: 'Allowed uses',
      title: 'What you may do',
      body: [
        'You may:',
        [
          'use the file in work that does not earn money or advertise anything, such as personal projects, schoolwork, research, and drafts;',
          'recolor, crop, and combine the file with other material; and',
          'continue these uses after the asset is no longer free.'
        ]
      ]
    },
    {
      id: 'credit',
      chip: 'Attribution',
      title: 'Attribution',
      body: [
        'You must credit the artist wherever the work appears, or next to it. The artist’s name is on the asset’s page. Example: “Artwork by (artist), from {brand_name}.” Where links are possible, link the credit to the asset’s page.'
      ]
    },
    {
      id: 'may-not',
      chip: 'Prohibited uses',
      title: 'What you may not do',
      body: [
        'You may not:',
        [
          'use the file for a company or a client, in advertising, or on goods for sale;',
          'share, sublicense, or resell the file itself, or include it in another catalogue; or',
          'use the file in a trademark or to train machine-learning models.'
        ]
      ]
    },
    {
      id: 'more',
      chip: 'Paid licenses',
      title: 'Commercial use, other formats, and use without attribution',
      body: [
        'A paid license includes every available format and does not require attribution, unless the asset’s page says otherwise. Commercial use requires a Commercial or Extended license. See the [License Terms](/license-terms).'
      ]
    }
  ]
}
