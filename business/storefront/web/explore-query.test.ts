import { expect, test } from 'vitest'
import { addressWith, filtersIn, readQuery } from './explore-query.ts'

const read = (address: string) => readQuery(new URL(address, 'http://easel.test').searchParams)

test.each([
  '/',
  '/?search=red+fox',
  '/?category=icon&page=3',
  '/?search=fox&category=vector&color=red&format=svg&free=free-now&sort=title',
  '/?search=fox&sort=newest'
])('the address %s is read and written as it is', (address) => {
  const query = read(address)
  expect(addressWith(query, { page: query.page })).toBe(address)
})

test.each([
  ['/?color=mauve&format=gif&free=maybe&sort=price&category=song&page=zero', '/'],
  ['/?sort=best', '/'],
  ['/?sort=newest', '/'],
  ['/?search=fox&sort=best', '/?search=fox'],
  ['/?search=%00%20', '/']
])('what means nothing in %s is left out', (address, shown) => {
  expect(addressWith(read(address), {})).toBe(shown)
})

test('a new filter begins at page 1 and keeps the others', () => {
  const query = read('/?search=fox&color=red&page=4')
  expect(addressWith(query, { format: 'svg' })).toBe('/?search=fox&color=red&format=svg')
  expect(addressWith(query, { color: '' })).toBe('/?search=fox')
})

test('the order by best match goes when the search goes', () => {
  expect(addressWith(read('/?search=fox'), { search: '', sort: 'newest' })).toBe('/')
})

test('filters are counted without search, category, order and page', () => {
  expect(filtersIn(read('/?search=fox&category=icon&sort=title&page=2&color=red&free=free-now'))).toBe(2)
})
