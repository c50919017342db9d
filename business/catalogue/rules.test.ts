import { expect, test } from 'vitest'
import { asksOf, colorFamily, freeStateAt, mayBeSold, parseTags, searchWords } from './rules.ts'
import { likelyMeant, typingErrors } from './server/search/spelling.ts'

const now = new Date('2026-03-01T12:00:00Z')
const before = '2026-02-01T00:00:00Z'
const after = '2026-04-01T00:00:00Z'
const window = (is_free: boolean, free_starts_at: string | null, free_ends_at: string | null) => ({ is_free, free_starts_at, free_ends_at })

test.each([
  ['flagged free', window(true, null, null), 'free_now'],
  ['flagged free although the window is over', window(true, before, before), 'free_now'],
  ['started, no end', window(false, before, null), 'free_now'],
  ['started, not yet ended', window(false, before, after), 'free_now'],
  ['starting right now', window(false, now.toISOString(), after), 'free_now'],
  ['starts later', window(false, after, null), 'free_soon'],
  ['ended', window(false, before, before), 'was_free'],
  ['ending right now', window(false, before, now.toISOString()), 'was_free'],
  ['only an end', window(false, null, after), 'not_free'],
  ['never', window(false, null, null), 'not_free']
] as const)('%s is %s', (_name, given, state) => {
  expect(freeStateAt(now, given)).toBe(state)
})

test.each([
  ['Fox,  red  fox , ,FOX,Red Fox', ['Fox', 'red fox']],
  [
    ['A', ' b ,c', 'B,a,iOS'],
    ['A', 'b', 'c', 'iOS']
  ],
  ['', []]
])('tags %j become %j', (typed, tags) => {
  expect(parseTags(typed)).toEqual(tags)
})

test.each([
  ['  Arrow-left  ', ['arrow', 'left']],
  ["rock'n'roll & (more)!", ['rock', 'n', 'roll', 'more']],
  ['Café ÉCLAIR 3d', ['café', 'éclair', '3d']],
  ['*** :&| ()', []],
  ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']]
])('the search %j is split into %j', (typed, words) => {
  expect(searchWords(typed)).toEqual(words)
})

test.each([
  ['arrow', 'arrow', 0],
  ['arow', 'arrow', 1],
  ['hosue', 'house', 1],
  ['backgrnd', 'background', 2],
  ['cat', 'dog', 3]
])('%s for %s counts as %i typing errors', (typed, meant, errors) => {
  expect(typingErrors(typed, meant)).toBe(errors)
})

test('a short word matches only itself, a longer one its nearest candidates', () => {
  expect(likelyMeant('fxo', ['fox'])).toEqual([])
  expect(likelyMeant('ilustration', ['frustration', 'illustration', 'illustrator', 'lamp'])).toEqual(['illustration'])
  expect(likelyMeant('setings', ['springs', 'settings'])).toEqual(['settings'])
  expect(likelyMeant('springgs', ['strings', 'lamp'])).toEqual(['strings'])
})

test.each([
  ['#00b4d8', 'teal'],
  ['#ff0000', 'red'],
  ['#ffa500', 'orange'],
  ['#ffd700', 'yellow'],
  ['#1f4d36', 'green'],
  ['#17255a', 'blue'],
  ['#3d1f6b', 'purple'],
  ['#ff69b4', 'pink'],
  ['#8b4513', 'brown'],
  ['#6b3a2a', 'brown'],
  ['#000000', 'black'],
  ['#808080', 'gray'],
  ['#ffffff', 'white']
])('%s belongs to the family %s', (hex, family) => {
  expect(colorFamily(hex)).toBe(family)
})

test.each([
  ['CC-BY-4.0', 'credit'],
  ['CC-BY-3.0', 'credit'],
  ['CC-BY-SA-4.0', 'share_alike'],
  ['GPL-3.0', 'share_alike'],
  ['LGPL-3.0-or-later', 'share_alike'],
  ['MPL-2.0', 'share_alike'],
  ['MIT', 'nothing'],
  ['Apache-2.0', 'nothing'],
  ['CC0-1.0', 'nothing'],
  [null, 'nothing']
] as const)('the license %s requires %s', (spdx, asks) => {
  expect(asksOf(spdx)).toBe(asks)
})

test.each([
  ['CC-BY-NC-4.0', false],
  ['CC BY-NC-SA 4.0', false],
  ['CC-BY-ND-4.0', false],
  ['Creative Commons Attribution-NonCommercial', false],
  ['CC-BY-SA-4.0', true],
  ['MIT', true],
  ['Apache-2.0', true]
])('artwork under %s may be sold: %s', (spdx, sold) => {
  expect(mayBeSold(spdx)).toBe(sold)
})
