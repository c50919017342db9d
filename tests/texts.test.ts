import { expect, test } from 'vitest'
import {
  CODE_DIGITS,
  CODE_MINUTES,
  REGISTRATION_DAYS,
  REMEMBERED_DAYS,
  RESET_MINUTES,
  ROUTE_ACCESS,
  UNREMEMBERED_HOURS
} from '#accounts/rules.ts'
import { REJECTED_KEPT_DAYS, UNDECIDED_KEPT_DAYS } from '#careers/rules.ts'
import { CONTACT_KEPT_DAYS, FAQ_CATEGORIES, LINK, SUPPORT_HOURS } from '#help/rules.ts'
import type { LegalText } from '#help/web/legal-text.ts'
import { allQuestions } from '#help/web/questions/all.ts'
import { about } from '#help/web/texts/about.ts'
import { freeLicense } from '#help/web/texts/free-license.ts'
import { licenseTerms } from '#help/web/texts/license-terms.ts'
import { privacy } from '#help/web/texts/privacy.ts'
import { subscriptionTerms } from '#help/web/texts/subscription-terms.ts'
import { terms } from '#help/web/texts/terms.ts'
import { FEATURES, FREE_SIZE, LICENSE_LIMITS, LICENSE_TYPES, LINK_MINUTES } from '#licensing/rules.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import { ATTACHMENT_MAX_MB, ATTACHMENTS_MOST } from '#requests/rules.ts'
import { USUAL_UPLOAD_LIMITS } from '#submissions/server/index.ts'
import { GRACE_DAYS, PLANS } from '#subscriptions/rules.ts'

const SITE = { brand_name: 'Palette', support_email: 'help@palette.test', public_url: 'https://palette.test' }
const TEXTS = [terms, privacy, licenseTerms, freeLicense, subscriptionTerms, about].map((textOf) => textOf(SITE))
const QUESTIONS = allQuestions(SITE)

const wordsOf = ({ sections }: LegalText): string[] => sections.flatMap(({ body }) => body.flat())
const every = [...TEXTS.flatMap(wordsOf), ...QUESTIONS.map(({ answer }) => answer)]
const answers = QUESTIONS.map(({ answer }) => answer).join('\n')
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

test.each([
  ['the terms', terms, `a ${CODE_DIGITS}-digit code`],
  ['the privacy policy', privacy, `after ${REMEMBERED_DAYS} days, or after ${UNREMEMBERED_HOURS} hours without Remember me`],
  ['the privacy policy', privacy, `A code lasts ${CODE_MINUTES} minutes`],
  ['the privacy policy', privacy, `nobody confirms is deleted after ${REGISTRATION_DAYS} days`],
  ['the privacy policy', privacy, `contact page stay for ${CONTACT_KEPT_DAYS.others / 365} years, spam for ${CONTACT_KEPT_DAYS.spam} days`],
  ['the privacy policy', privacy, `${REJECTED_KEPT_DAYS} days after we decline it`],
  ['the privacy policy', privacy, `links that expire after ${LINK_MINUTES} minutes`],
  ['the free license', freeLicense, `${FREE_SIZE} px on its longer side`],
  ['the free license', freeLicense, `it works for ${LINK_MINUTES} minutes`],
  ['the subscription terms', subscriptionTerms, `stays open for ${GRACE_DAYS} days`],
  ['the subscription terms', subscriptionTerms, `invite ${PLANS.at(-1)!.seats - 1} people`]
] as const)('%s say what the code does: %3$s', (_, textOf, words) => expect(wordsOf(textOf(SITE)).join('\n')).toContain(words))

test('an application nobody decided is kept for the year that the privacy policy names', () => {
  expect(UNDECIDED_KEPT_DAYS).toBe(365)
  expect(wordsOf(privacy(SITE)).join()).toContain('a year after it came if nobody decided it')
})

test.each([
  `up to ${USUAL_UPLOAD_LIMITS.max_bytes / 1024 ** 2} MB and ${USUAL_UPLOAD_LIMITS.max_pixels / 1e6} megapixels`,
  `up to ${ATTACHMENTS_MOST} pictures, PDF or ZIP files to a message, each up to ${ATTACHMENT_MAX_MB} MB`,
  `A code works for ${CODE_MINUTES} minutes`,
  `works once, for ${RESET_MINUTES} minutes`,
  `${REMEMBERED_DAYS} days with Remember me, otherwise ${UNREMEMBERED_HOURS} hours`,
  `A link works for ${LINK_MINUTES} minutes`,
  `a ${FREE_SIZE} px PNG`,
  `We answer ${SUPPORT_HOURS}`,
  'Not yet. It is planned.',
  'Single-asset sales are final',
  'an admin then upgrades its role to employee',
  'We decide case by case, when there were no downloads after the billing date'
])('the FAQ says what the code does: %s', (words) => expect(answers).toContain(words))

test('support answers Monday to Friday, 9am to 5pm Pacific', () => expect(SUPPORT_HOURS).toBe('Monday to Friday, 9am to 5pm Pacific Time'))

test('California law and children under 13 have sections of their own in the privacy policy', () => {
  const titles = privacy(SITE).sections.map(({ title }) => title)
  expect(titles).toEqual(expect.arrayContaining(['Your California privacy rights (CCPA)', 'Children under 13']))
})
