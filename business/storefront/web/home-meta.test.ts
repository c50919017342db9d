import { expect, test } from 'vitest'
import { homeMeta } from './home-meta.ts'

const site = { brand_name: 'Easel', support_email: 'help@easel.test', public_url: 'https://easel.test' }
const metaOf = (query: Partial<Parameters<typeof homeMeta>[0]> = {}) =>
  homeMeta({ category: '', page: 1, search: '', ...query }, site) as Record<string, unknown>[]
const canonicalOf = (meta: Record<string, unknown>[]) => meta.find(({ rel }) => rel === 'canonical')?.['href']
const NOINDEX = { name: 'robots', content: 'noindex' }

test.each([
  [{}, 'https://easel.test/'],
  [{ page: 3 }, 'https://easel.test/?page=3'],
  [{ category: 'icon' }, 'https://easel.test/?category=icon'],
  [{ category: 'icon', page: 2 }, 'https://easel.test/?category=icon&page=2']
])('%j is found by search engines at an address of its own', (query, address) => {
  expect(canonicalOf(metaOf(query))).toBe(address)
  expect(metaOf(query)).not.toContainEqual(NOINDEX)
})

test.each([{ search: 'rocket' }, { free: 'free-now' }, { category: 'icon', color: 'red' }])('%j stays out of them', (query) => {
  expect(metaOf(query)).toContainEqual(NOINDEX)
})

test('the home page says who runs the site and how it is searched', () => {
  const facts = metaOf().flatMap((one) => (one['script:ld+json'] ? [one['script:ld+json']] : []))
  expect(facts).toMatchObject([
    { '@type': 'Organization', name: 'Easel', logo: 'https://easel.test/icon-512.png', contactPoint: { email: 'help@easel.test' } },
    {
      '@type': 'WebSite',
      potentialAction: { '@type': 'SearchAction', target: { urlTemplate: 'https://easel.test/?search={search_term_string}' } }
    }
  ])
  expect(metaOf({ page: 2 }).some((one) => one['script:ld+json'])).toBe(false)
})

test('without its data a page has its title alone', () => {
  expect(homeMeta(undefined, undefined)).toEqual([{ title: 'Icons, vectors, backgrounds and illustrations' }])
})
