import { expect, test } from 'vitest'
import { ROUTE_ACCESS } from '#accounts/rules.ts'
import { FEATURES, LICENSE_LIMITS, LICENSE_TYPES } from '#licensing/rules.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import { PLANS } from '#subscriptions/rules.ts'
import { FAQ_CATEGORIES, LINK } from '../rules.ts'
import type { LegalText } from './legal-text.ts'
import { allQuestions } from './questions/all.ts'
import { about } from './texts/about.ts'
import { freeLicense } from './texts/free-license.ts'
import { licenseTerms } from './texts/license-terms.ts'
import { privacy } from './texts/privacy.ts'
import { subscriptionTerms } from './texts/subscription-terms.ts'
import { terms } from './texts/terms.ts'

const SITE = { brand_name: 'Palette', support_email: 'help@palette.test', public_url: 'https://palette.test' }
const TEXTS = [terms, privacy, licenseTerms, freeLicense, subscriptionTerms, about].map((textOf) => textOf(SITE))
const QUESTIONS = allQuestions(SITE)

const wordsOf = ({ sections }: LegalText): string[] => sections.flatMap(({ body }) => body.flat())
const every = [...TEXTS.flatMap(wordsOf), ...QUESTIONS.map(({ answer }) => answer)]
const links = every.flatMap((text) => [...text.matchAll(LINK)].map(([, , to = '']) => to))

test('the terms have 15 sections and the privacy policy 11', () => {
  expect(terms(SITE).sections).toHaveLength(15)
  expect(privacy(SITE).sections).toHaveLength(11)
})

test.each(TEXTS)('the sections of $path have addresses and chips of their own', ({ sections }) => {
  expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
  expect(new Set(sections.map(({ chip }) => chip)).size).toBe(sections.length)
})

test.each(TEXTS)('$path says what it is in at most 160 characters, for search engines', ({ description }) => {
  expect(description.length).toBeGreaterThan(40)
  expect(description.length).toBeLessThanOrEqual(160)
})

test('there are at least 44 questions, each asked once', () => {
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(44)
  expect(new Set(QUESTIONS.map(({ question }) => question)).size).toBe(QUESTIONS.length)
})

test.each(FAQ_CATEGORIES.filter((category) => category !== 'All'))('%s has at least four questions', (category) =>
  expect(QUESTIONS.filter(({ topic }) => topic === category).length).toBeGreaterThanOrEqual(4)
)

test('every link leads to a page of the site, to a section that is there, or to support', () => {
  const sections = TEXTS.flatMap(({ path, sections }) => sections.map(({ id }) => `${path}#${id}`))
  const known = [...Object.keys(ROUTE_ACCESS), ...sections, `mailto:${SITE.support_email}`]
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((to) => !known.includes(to))).toEqual([])
})

test('the name and the address of support come from the settings', () => expect(JSON.stringify([TEXTS, QUESTIONS])).not.toMatch(/easel/i))

test('the limits name the licences that are sold, and their holders', () => {
  expect(Object.keys(LICENSE_LIMITS)).toEqual([...LICENSE_TYPES])
  for (const type of LICENSE_TYPES) expect(FEATURES[type].join(' ')).toContain(LICENSE_LIMITS[type].holder)
})

test.each(['personal', 'commercial'] as const)('the FAQ and the table agree on the %s licence', (type) => {
  const { end_products, print_run } = LICENSE_LIMITS[type]
  const { answer = '' } = QUESTIONS.find(({ question }) => question.toLowerCase() === `what is a ${type} license?`) ?? {}
  expect(answer).toContain(`${end_products} end products and ${showNumber(print_run)} printed pieces`)
})

test.each(PLANS)(
  'the terms of subscriptions and the FAQ agree with the $name plan',
  ({ name, price_cents, seats, downloads_per_month }) => {
    const price = showDollars(price_cents).replace('.00', '')
    const term = wordsOf(subscriptionTerms(SITE)).find((text) => text.startsWith(`${name}:`))
    expect(term).toMatch(new RegExp(`\\${price} per month, ${seats} seats?, ${downloads_per_month} downloads`))
    const { answer = '' } = QUESTIONS.find(({ question }) => question === 'Which plans are there?') ?? {}
    expect(answer).toMatch(new RegExp(`${name} for \\${price} with .*${downloads_per_month} downloads`))
  }
)
