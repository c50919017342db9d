import type { MetaDescriptor } from 'react-router'
import { expect, test } from 'vitest'
import type { AssetDetail } from '#catalogue/contract.ts'
import { assetMeta } from './asset-meta.ts'

const site = { brand_name: 'Easel', support_email: 'help@easel.test', public_url: 'https://easel.test' }
const ID = '11111111-1111-4111-8111-111111111111'
const ARTIST = '22222222-2222-4222-8222-222222222222'
const LINKED = `/link-pictures/${ID}/0123456789abcdef.jpg`
const MARKED = `/previews/${ID}/0123456789abcdef/1200-marked.webp`

const asset: AssetDetail = {
  id: ID,
  title: 'Rocket <1>',
  description: '',
  category: 'vector',
  iconify_name: null,
  origin: 'unknown',
  tags: ['space', 'launch'],
  employee_name: 'Ada',
  is_free: true,
  is_currently_free: true,
  free_state: 'free_now',
  free_starts_at: null,
  free_ends_at: null,
  dominant_color: null,
  colors: [],
  files: [],
  status: 'approved',
  created_at: '2026-01-01T00:00:00.000Z',
  withheld_at: null,
  approved_at: '2026-01-02T00:00:00.000Z',
  credit: null,
  artist_id: ARTIST,
  palette: null,
  picture_colors: [],
  link_picture: { url: LINKED, width: 1200, height: 630 },
  shared_picture: { url: MARKED, width: 1200, height: 800 }
}

const metaOf = (changes: Partial<AssetDetail> = {}) => assetMeta({ asset: { ...asset, ...changes }, site }) as Record<string, unknown>[]
const contentOf = (meta: Record<string, unknown>[], name: string) =>
  meta.find(({ property, name: own }) => property === name || own === name)?.['content']
const structuredDataOf = (meta: MetaDescriptor[], type: string) =>
  meta
    .flatMap((one) => ('script:ld+json' in one ? [one['script:ld+json'] as Record<string, unknown>] : []))
    .find((one) => one['@type'] === type)

test('a link preview has the picture drawn for links, with its size and alt text', () => {
  const meta = metaOf()
  expect(contentOf(meta, 'og:image')).toBe(`https://easel.test${LINKED}`)
  expect(contentOf(meta, 'og:image:width')).toBe('1200')
  expect(contentOf(meta, 'og:image:height')).toBe('630')
  expect(contentOf(meta, 'og:image:alt')).toBe('Rocket <1> by Ada')
  expect(contentOf(meta, 'twitter:card')).toBe('summary_large_image')
  expect(contentOf(meta, 'twitter:image')).toBe(`https://easel.test${LINKED}`)
  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: `https://easel.test/assets/${ID}` })
})

test('search engines get the creator, the credit, and the license page', () => {
  expect(structuredDataOf(metaOf(), 'ImageObject')).toMatchObject({
    '@context': 'https://schema.org',
    name: 'Rocket <1>',
    contentUrl: `https://easel.test${MARKED}`,
    width: { value: 1200 },
    license: 'https://easel.test/license-terms',
    acquireLicensePage: `https://easel.test/assets/${ID}`,
    creditText: 'Ada / Easel',
    creator: { '@type': 'Person', name: 'Ada', url: `https://easel.test/artists/${ARTIST}` },
    copyrightNotice: '© Ada',
    keywords: 'space, launch'
  })
})

test('an open-licensed asset names its own license and its author’s page', () => {
  const credit = {
    author_name: 'Ada',
    author_url: 'https://ada.test',
    license_title: 'MIT',
    license_url: 'https://mit.test',
    asks: 'nothing' as const,
    source: null
  }
  expect(structuredDataOf(metaOf({ credit }), 'ImageObject')).toMatchObject({
    license: 'https://mit.test',
    creator: { url: 'https://ada.test' }
  })
})

test('other sites find out by oEmbed what to show', () => {
  expect(metaOf()).toContainEqual({
    tagName: 'link',
    rel: 'alternate',
    type: 'application/json+oembed',
    href: `https://easel.test/oembed?url=https%3A%2F%2Feasel.test%2Fassets%2F${ID}`,
    title: 'Rocket <1>'
  })
  expect(metaOf({ withheld_at: '2026-02-01T00:00:00.000Z' }).some(({ rel }) => rel === 'alternate')).toBe(false)
})

test('the breadcrumbs start at the home page', () => {
  expect(structuredDataOf(metaOf(), 'BreadcrumbList')).toMatchObject({
    itemListElement: [
      { position: 1, item: 'https://easel.test/' },
      { position: 2, name: 'Vector', item: 'https://easel.test/?category=vector' },
      { position: 3, name: 'Rocket <1>', item: `https://easel.test/assets/${ID}` }
    ]
  })
})

test('without a picture there are no picture details', () => {
  const meta = metaOf({ shared_picture: null, link_picture: null })
  expect(contentOf(meta, 'og:image')).toBe('https://easel.test/icon-512.png')
  expect(contentOf(meta, 'twitter:card')).toBe('summary')
  expect(structuredDataOf(meta, 'ImageObject')).not.toHaveProperty('contentUrl')
})

test('an asset that is not approved is not indexed', () => {
  const meta = metaOf({ status: 'pending', approved_at: null })
  expect(contentOf(meta, 'robots')).toBe('noindex')
  expect(contentOf(meta, 'og:image')).toBe('https://easel.test/icon-512.png')
  expect(structuredDataOf(meta, 'ImageObject')).toBeUndefined()
})

test.each([
  ['human', 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCreation'],
  ['ai_assisted', 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'],
  ['ai_generated', 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'],
  ['unknown', undefined]
] as const)('the structured data of an asset of the origin %s has the digital source type %s', (origin, type) => {
  expect(structuredDataOf(metaOf({ origin }) as MetaDescriptor[], 'ImageObject')?.['digitalSourceType']).toBe(type)
})
