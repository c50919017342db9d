import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicAddressOf } from './public-addresses.ts'

const ID = '0b8e2f57-6c1f-4ae9-9d4e-5f8a3f0c2b11'
const BUSINESS = join(import.meta.dirname, '../../../business')

/** Every page that may be cached: its path in the routes, with an id for the parameter. */
const publicPaths = [...readFileSync(join(BUSINESS, 'routes.ts'), 'utf8').matchAll(/(?:route\('([^']+)', |index\()'(\.\/[^']+)'/g)]
  .filter(([, , file = '']) => /publicPageHeaders|'cache-control': 'public/.test(readFileSync(join(BUSINESS, file), 'utf8')))
  .map(([, path = '']) => `/${path.replace(/:\w+/, ID)}`)

test.each(publicPaths)('the public page %s has an address in the cache, without unknown parameters', (path) => {
  expect(publicAddressOf(path)).toEqual({ address: path, open: false })
  expect(publicAddressOf(`${path}?utm_source=x&y=2`)).toEqual({ address: path, open: false })
})

test('the list of public pages is not empty', () => expect(publicPaths.length).toBeGreaterThan(8))

test.each([
  ['/?page=2', '/?page=2'],
  ['/?page=0&search=', '/'],
  ['/?color=red&search=Fox+', '/?search=Fox&color=red'],
  ['/_.data?search=fox&x=1', '/_.data?search=fox'],
  ['/featured/far-horizons?page=2&x=1', '/featured/far-horizons?page=2'],
  ['/featured/far-horizons?page=0', '/featured/far-horizons'],
  ['/pricing.data?x=1', '/pricing.data'],
  [`/assets/${ID}.data`, `/assets/${ID}.data`],
  [`/artists/${ID}?x=1&page=2`, `/artists/${ID}?page=2`],
  [`/artists/${ID}.data?page=0`, `/artists/${ID}.data`],
  ['/faq?category=Clients&x=1', '/faq?category=Clients'],
  ['/faq?category=nonsense&search=', '/faq'],
  ['/careers?apply=1&x=1', '/careers?apply='],
  ['/careers?applied', '/careers?applied='],
  ['/sitemap.xml?part=2&x=1', '/sitemap.xml?part=2']
])('%s is cached as %s', (url, address) => expect(publicAddressOf(url)?.address).toBe(address))

test.each([
  '/login',
  '/pricing/',
  '//pricing',
  '/PRICING',
  '/pric%69ng',
  `/assets/${ID.toUpperCase()}`,
  `/assets/${ID}/`,
  '/assets/x',
  '/featured/',
  '/featured/Far-horizons',
  '/featured/far--horizons',
  '/_.data?_routes=root',
  '/_root.data',
  '/robots.txt.data',
  '/faq?search=pay',
  '/careers?wrong=email',
  '/sitemap.xml?part=0',
  '/sitemap.xml?part=x',
  '/__manifest?paths=/x&version=1'
])('%s is not cached', (url) => expect(publicAddressOf(url)).toBeUndefined())
