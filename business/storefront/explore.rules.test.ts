import { expect, test } from 'vitest'
import { addressWith, filtersIn, readQuery, rememberedAddress } from './explore.rules.ts'

const read = (address: string) => readQuery(new URL(address, 'http://easel.test').searchParams)

test.each([
  '/',
  '/?search=red+fox',
  '/?category=icon&page=3',
  '/?search=fox&category=vector&color=red&format=svg&origin=human&free=free-now&sort=title',
  '/?origin=unknown',
  '/?search=fox&sort=newest'
])('the address %s is read and written unchanged', (address) => {
  const query = read(address)
  expect(addressWith(query, { page: query.page })).toBe(address)
})

test.each([
  ['/?color=mauve&format=gif&origin=robot&free=maybe&sort=price&category=song&page=zero', '/'],
  ['/?sort=best', '/'],
  ['/?sort=newest', '/'],
  ['/?search=fox&sort=best', '/?search=fox'],
  ['/?search=%00%20', '/']
])('invalid parameters in %s are ignored', (address, shown) => {
  expect(addressWith(read(address), {})).toBe(shown)
})

test('a new filter starts at page 1 and keeps the other filters', () => {
  const query = read('/?search=fox&color=red&page=4')
  expect(addressWith(query, { format: 'svg' })).toBe('/?search=fox&color=red&format=svg')
  expect(addressWith(query, { color: '' })).toBe('/?search=fox')
})

test('sorting by best match is dropped together with the search', () => {
  expect(addressWith(read('/?search=fox'), { search: '', sort: 'newest' })).toBe('/')
})

test('the filter count excludes search, category, sort order, and page', () => {
  expect(filtersIn(read('/?search=fox&category=icon&sort=title&page=2&color=red&free=free-now&origin=human'))).toBe(3)
})

test.each([
  ['/', '/?origin=human'],
  ['/?search=fox&page=3&utm=x', '/?search=fox&origin=human&page=3'],
  ['/_.data?color=red&_routes=home', '/?color=red&origin=human']
])('a remembered origin is added to the list %s', (url, address) => {
  expect(rememberedAddress(url, 'human')).toBe(address)
})

test.each([
  ['/?origin=unknown', 'human'],
  ['/?origin=', 'human'],
  ['/pricing', 'human'],
  ['/', undefined],
  ['/', ''],
  ['/', 'robot'],
  ['//evil.example/', 'human']
])('the address %s stays as it is while %j is remembered', (url, remembered) => {
  expect(rememberedAddress(url, remembered)).toBeUndefined()
})
