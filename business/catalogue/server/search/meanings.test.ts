import { expect, test } from 'vitest'
import { areVerbForms, runsOf } from './meanings.ts'
import { likelyMeant } from './spelling.ts'

test.each([
  ['shop', 'shopping'],
  ['shopping', 'shop'],
  ['write', 'writing'],
  ['lock', 'locked'],
  ['paint', 'painter'],
  ['save', 'saved']
])('%s and %s are forms of one verb', (one, other) => {
  expect(areVerbForms(one, other)).toBe(true)
})

test.each([
  ['animal', 'animation'],
  ['police', 'policy'],
  ['universe', 'university'],
  ['car', 'card']
])('%s and %s are not forms of one verb', (one, other) => {
  expect(areVerbForms(one, other)).toBe(false)
})

test('every two and three consecutive words are also joined into one', () => {
  expect(runsOf(['first', 'aid', 'kit'])).toEqual([
    { text: 'first', from: 0, to: 1 },
    { text: 'aid', from: 1, to: 2 },
    { text: 'kit', from: 2, to: 3 },
    { text: 'firstaid', from: 0, to: 2 },
    { text: 'aidkit', from: 1, to: 3 },
    { text: 'firstaidkit', from: 0, to: 3 }
  ])
})

test('a word that sounds the same is preferred to one with fewer typing errors', () => {
  expect(likelyMeant('elefant', ['elegant', 'elephant'])).toEqual(['elephant'])
  expect(likelyMeant('trofy', ['trophy', 'troy'])).toEqual(['trophy'])
})
