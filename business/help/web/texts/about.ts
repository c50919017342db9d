import type { TextOf } from '../legal-text.ts'

export const about: TextOf = ({ brand_name }) => ({
  path: '/about',
  title: 'About',
  description: `${brand_name} is a marketplace for icons, vectors, backgrounds and illustrations, made by artists who are paid for each approved asset.`,
  intro: 'Good pictures, clear licenses, paid artists.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'what',
      chip: 'What',
      title: 'What we do',
      body: [
        `${brand_name} is a marketplace for graphic assets: icons, vectors, backgrounds, illustrations and logos. Get what is marked free, license a single asset, or subscribe when you need many. Where the catalogue has nothing that fits, ask for a design of your own.`,
        'A license says in numbers what you may do with it, so that you need no lawyer to use an icon: see the [License Terms](/license-terms).'
      ]
    },
    {
      id: 'artists',
      chip: 'Artists',
      title: 'Who makes the pictures',
      body: [
        'Artists who are paid for each asset that we approve, by wages that [everyone can read](/careers). What they upload is looked at by a person before it goes on sale. Some assets come from open collections; we show their authors and licenses.'
      ]
    },
    {
      id: 'where',
      chip: 'Where',
      title: 'Where we are',
      body: [
        'In California, USA. Prices are in US dollars, and payments go through PayPal. People answer your mails; the [FAQ](/faq) answers sooner.'
      ]
    }
  ]
})
