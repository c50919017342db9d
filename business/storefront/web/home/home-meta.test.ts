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
])('the list %j is indexed under its own address', (query, address) => {
  expect(canonicalOf(metaOf(query))).toBe(address)
  expect(metaOf(query)).not.toContainEqual(NOINDEX)
})

test.each([{ search: 'rocket' }, { free: 'free-now' }, { category: 'icon', color: 'red' }])('the list %j is not indexed', (query) => {
  expect(metaOf(query)).toContainEqual(NOINDEX)
})

test('the home page describes the organization and the site search', () => {
  const details = metaOf().flatMap((one) => (one['script:ld+json'] ? [one['script:ld+json']] : []))
  expect(details).toMatchObject([
    { '@type': 'Organization', name: 'Easel', logo: 'https://easel.test/icon-512.png', contactPoint: { email: 'help@easel.test' } },
    {
      '@type': 'WebSite',
      potentialAction: { '@type': 'SearchAction', target: { urlTemplate: 'https://easel.test/?search={search_term_string}' } }
    }
  ])
  expect(metaOf({ page: 2 }).some((one) => one['script:ld+json'])).toBe(false)
})

test('without loader data a page has only a title', () => {
  expect(homeMeta(undefined, undefined)).toEqual([{ title: 'Icons, vectors, backgrounds, and illustrations' }])
})
