import type { LegalText } from './legal/legal-text.ts'

export const ABOUT: LegalText = {
  path: '/about',
  title: 'About',
  description:
    '{brand_name} is a marketplace for icons, vectors, backgrounds, and illustrations by artists who are paid for every approved asset.',
  intro: 'Good artwork, clear licenses, and fairly paid artists.',
  updated: '2026-11-22',
  sections: [
    {
      id: 'what',
      chip: 'What',
      title: 'What we do',
      body: [
        '{brand_name} is a marketplace for graphic assets: icons, vectors, backgrounds, illustrations, and logos. Download assets marked free, license a single asset, or choose a [plan](/pricing) if you need many. If the catalogue does not have what you need, request a custom design.',
        'Our licenses state their limits in numbers, so you know what you may do without asking a lawyer. See the [License Terms](/license-terms).'
      ]
    },
    {
      id: 'artists',
      chip: 'Artists',
      title: 'Who makes the artwork',
      body: [
        'Our artists earn a wage for every asset we approve, at rates that [anyone can see](/careers). A person reviews every upload before it goes on sale. Some assets come from open collections; their pages credit the author and name the license.'
      ]
    },
    {
      id: 'where',
      chip: 'Where',
      title: 'Where we are',
      body: [
        'We are based in California, USA. Prices are in US dollars, and PayPal processes all payments. Our support team answers by email, and the [FAQ](/faq) answers the most common questions.'
      ]
    }
  ]
}
