import { expect, test } from 'vitest'
import { LICENSE_QUESTIONS, licenseFor, smallestFor } from './needs.rules.ts'
import { LICENSE_TYPES, type LicenseType } from './rules.ts'

const needs = { people: 1, earns: false, resells: false, pieces: 0 }
test.each([
  ['one person, without commercial use', {}, 'personal'],
  ['one person, with commercial use', { earns: true }, 'commercial'],
  ['ten people', { people: 10 }, 'commercial'],
  ['eleven people', { people: 11 }, 'extended'],
  ['goods for sale', { resells: true }, 'extended'],
  ['100 pieces', { pieces: 100 }, 'personal'],
  ['101 pieces', { pieces: 101 }, 'commercial'],
  ['half a million pieces', { pieces: 500_000, earns: true }, 'extended'],
  ['more pieces than any license', { pieces: 500_001 }, undefined],
  ['more people than any license', { people: 51 }, undefined]
])('%s: the license that fits', (_, change, type) => expect(licenseFor({ ...needs, ...change })).toBe(type))

const [uses = [], runs = [], sales = []] = LICENSE_QUESTIONS.map(({ options }) => options)
const combinations = uses.flatMap((use) => runs.flatMap((run) => sales.map((sale) => [use, run, sale])))

/** Undefined, for more than any license allows, is the largest. */
const rank = (type: LicenseType | undefined): number => (type ? LICENSE_TYPES.indexOf(type) : LICENSE_TYPES.length)

test('the license for three answers is the largest that one of them needs', () => {
  expect(combinations).toHaveLength(32)
  for (const answers of combinations) {
    const together = licenseFor(Object.assign({}, needs, ...answers.map((answer) => answer.needs)))
    const largest = Math.max(...answers.map((answer) => rank(smallestFor(answer.needs))))
    expect({ answers: answers.map(({ label }) => label), rank: rank(together) }).toEqual({
      answers: answers.map(({ label }) => label),
      rank: largest
    })
  }
})

/** From the license terms: seats, print runs, and who may sell goods. */
test.each([
  ['What is it for?', ['personal', 'commercial', 'extended', undefined]],
  ['How many pieces do you print or make?', ['personal', 'commercial', 'extended', undefined]],
  ['Do you sell goods or templates whose main feature is the asset?', ['personal', 'extended']]
])('%s: the answers need the licenses %j', (question, types) => {
  const { options = [] } = LICENSE_QUESTIONS.find(({ text }) => text === question) ?? {}
  expect(options.map((answer) => smallestFor(answer.needs))).toEqual(types)
})

test('the answers name the limits of the license terms', () => {
  expect(uses.map(({ label }) => label)).toEqual([
    'A private project of my own',
    'Work that earns money or advertises, by up to 10 people',
    'Work that earns money or advertises, by up to 50 people',
    'Such work, by more people'
  ])
  expect(runs.map(({ why }) => why)).toEqual([
    'Every license allows that.',
    'The personal license ends at 100 pieces.',
    'The commercial license ends at 10,000 pieces.',
    'The extended license ends at 500,000 pieces.'
  ])
})
