import { expect, test } from 'vitest'
import { freeSlug, rearranged, slugOf } from './featured.rules.ts'

test.each([
  ['Far horizons', 'far-horizons'],
  ['  Café & Tea: 100% ', 'cafe-tea-100'],
  ['茶', 'collection'],
  ['---', 'collection'],
  ['x'.repeat(90), 'x'.repeat(60)],
  [`${'x'.repeat(59)} y`, 'x'.repeat(59)]
])('the address of "%s" is %s', (title, slug) => expect(slugOf(title)).toBe(slug))

test('a taken address gets the first number that is free', () => {
  expect(freeSlug('fox', new Set())).toBe('fox')
  expect(freeSlug('fox', new Set(['fox', 'fox-2', 'fox-4']))).toBe('fox-3')
})

test.each([
  ['up:b', 'b a c'],
  ['up:a', 'a b c'],
  ['down:b', 'a c b'],
  ['down:c', 'a b c'],
  ['place:a:2', 'b c a'],
  ['place:c:0', 'c a b'],
  ['place:c:99', 'a b c'],
  ['place:c:-1', 'a b c'],
  ['add:d', 'a b c d'],
  ['add:b', 'a b c'],
  ['remove:b', 'a c'],
  ['remove:x', 'a b c'],
  ['up:x', 'a b c'],
  ['add:', 'a b c'],
  ['', 'a b c']
])('the step "%s" makes a b c to %s', (step, arranged) => expect(rearranged(['a', 'b', 'c'], step).join(' ')).toBe(arranged))
