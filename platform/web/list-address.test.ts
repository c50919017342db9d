import { expect, test } from 'vitest'
import { addressWith, choiceIn, dayIn, pageIn, searchIn } from './list-address.ts'

const params = (query: string) => new URLSearchParams(query)

test.each([
  ['', 1],
  ['page=3', 3],
  ['page=3.9', 3],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=many', 1],
  ['page=1e99', 1_000_000]
])('?%s is page %d', (query, page) => {
  expect(pageIn(params(query))).toBe(page)
})

test('an unknown filter value is ignored, and a long search is cut', () => {
  expect([choiceIn(params('sort=name'), 'sort', ['name', 'day']), choiceIn(params('sort=size'), 'sort', ['name', 'day'])]).toEqual([
    'name',
    undefined
  ])
  expect(searchIn(params(`q=${'x'.repeat(300)}`))).toHaveLength(200)
  expect(['2026-02-28', '2026-02-30', '1026-02-28', 'today'].map((start) => dayIn(params(`start=${start}`), 'start'))).toEqual([
    '2026-02-28',
    undefined,
    undefined,
    undefined
  ])
})

test('an address omits empty values and page 1', () => {
  expect(addressWith('/list', { q: '', status: undefined, page: 1 })).toBe('/list')
  expect(addressWith('', { q: '', page: 1 })).toBe('?')
  expect(addressWith('/list', { q: 'a & b', page: 2 })).toBe('/list?q=a+%26+b&page=2')
})
