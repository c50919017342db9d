import { expect, test } from 'vitest'
import { addressOf, filterIn } from './request-filter.ts'

test('the filters are the same after a round trip through the URL', () => {
  const address = '/custom-requests?search=fox&status=in_progress&page_size=50&page=3&view=abc'
  const { filter, page, view } = filterIn(new URL(address, 'http://here').searchParams)
  expect({ filter, page, view }).toEqual({ filter: { search: 'fox', status: 'in_progress', page_size: 50 }, page: 3, view: 'abc' })
  expect(addressOf(filter, { page, view: view! })).toBe(address)
})

test('unknown filter values are ignored', () => {
  const { filter, page } = filterIn(new URLSearchParams('status=done&page_size=7&page=-2'))
  expect({ filter, page }).toEqual({ filter: { search: '', status: undefined, page_size: undefined }, page: 1 })
  expect(addressOf(filter)).toBe('/custom-requests')
})
