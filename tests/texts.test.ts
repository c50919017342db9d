import { expect, test } from 'vitest'
import {
  CODE_DIGITS,
  CODE_MINUTES,
  COOLDOWN_SECONDS,
  REGISTRATION_DAYS,
  REMEMBERED_DAYS,
  RESET_MINUTES,
  ROUTE_ACCESS,
  UNREMEMBERED_HOURS
} from '#accounts/rules.ts'
import { REJECTED_RETENTION_DAYS, UNDECIDED_RETENTION_DAYS } from '#careers/rules.ts'
import { MISS_DAYS } from '#catalogue/rules.ts'
import { RETENTION } from '#help/retention.rules.ts'
import { retentionSentence } from '#help/retention-text.rules.ts'
import { CONTACT_RETENTION_DAYS, FAQ_CATEGORIES, LINK, SUPPORT_HOURS } from '#help/rules.ts'
import { ABOUT } from '#help/web/about-text.ts'
import { QUESTIONS as QUESTION_TEXTS } from '#help/web/faq/questions.ts'
import type { LegalText } from '#help/web/legal/legal-text.ts'
import { FREE_LICENSE } from '#help/web/legal/texts/free-license.ts'
import { LICENSE_TERMS } from '#help/web/legal/texts/license-terms.ts'
import { PRIVACY } from '#help/web/legal/texts/privacy.ts'
import { SUBSCRIPTION_TERMS } from '#help/web/legal/texts/subscription-terms.ts'
import { TERMS } from '#help/web/legal/texts/terms.ts'
import { forSite } from '#help/web/site-text.ts'
import { FEATURES, FREE_SIZE, LICENSE_LIMITS, LICENSE_TYPES, LINK_MINUTES } from '#licensing/rules.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import { ATTACHMENT_MAX_MB, ATTACHMENTS_MAX } from '#requests/rules.ts'
import { USUAL_UPLOAD_LIMITS } from '#submissions/server/index.ts'
import { GRACE_DAYS, PLANS } from '#subscriptions/rules.ts'

const SITE = { brand_name: 'Palette', support_email: 'help@palette.test', public_url: 'https://palette.test' }
const TEXTS = forSite([TERMS, PRIVACY, LICENSE_TERMS, FREE_LICENSE, SUBSCRIPTION_TERMS, ABOUT], SITE)
const QUESTIONS = forSite(QUESTION_TEXTS, SITE)

const blocksOf = ({ sections }: LegalText): string[] => sections.flatMap(({ body }) => body.flat())
const allBlocks = [...TEXTS.flatMap(blocksOf), ...QUESTIONS.map(({ answer }) => answer)]
const answers = QUESTIONS.map(({ answer }) => answer)
const links = allBlocks.flatMap((text) => [...text.matchAll(LINK)].map(([, , to = '']) => to))

/** Whether a sentence about the subject states the number, whatever the rest of its wording. */
function states(texts: readonly string[], subject: RegExp, number: number | string): boolean {
  const exact = new RegExp(`(?<![\\d,.$])${String(number).replace(/[$.]/g, '\\$&')}(?![\\d,]*\\d)`)
  return texts.flatMap((text) => text.split(/(?<=[.:;]) /)).some((sentence) => subject.test(sentence) && exact.test(sentence))
}

test('the terms have 15 sections and the privacy policy 11', () => {
  expect(TERMS.sections).toHaveLength(15)
  expect(PRIVACY.sections).toHaveLength(11)
})

test('the privacy policy says of every kind of data how long it is stored, and why', () => {
  expect(PRIVACY.sections.find(({ id }) => id === 'retention')?.body).toContainEqual(RETENTION.map(retentionSentence))
})

test.each(TEXTS)('the sections of $path have unique anchors and chips', ({ sections }) => {
  expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
  expect(new Set(sections.map(({ chip }) => chip)).size).toBe(sections.length)
})

test.each(TEXTS)('$path has a description of at most 160 characters for search engines', ({ description }) => {
  expect(description.length).toBeGreaterThan(40)
  expect(description.length).toBeLessThanOrEqual(160)
})

test('there are at least 44 questions without duplicates', () => {
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(44)
  expect(new Set(QUESTIONS.map(({ question }) => question)).size).toBe(QUESTIONS.length)
})

test.each(FAQ_CATEGORIES.filter((category) => category !== 'All'))('%s has at least four questions', (category) =>
  expect(QUESTIONS.filter(({ topic }) => topic === category).length).toBeGreaterThanOrEqual(4)
)

test('every link leads to an existing page or section, or to support', () => {
  const sections = TEXTS.flatMap(({ path, sections }) => sections.map(({ id }) => `${path}#${id}`))
  const known = [...Object.keys(ROUTE_ACCESS), ...sections, `mailto:${SITE.support_email}`]
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((to) => !known.includes(to))).toEqual([])
})

test('the brand name and the support address come from the settings, and no placeholder is left', () => {
  expect(JSON.stringify([TEXTS, QUESTIONS])).not.toMatch(/easel/i)
  expect([...allBlocks, ...TEXTS.flatMap(({ title, intro, description }) => [title, intro, description])].join('\n')).not.toMatch(/[{}]/)
})

test('the license limits cover every license type and match the features', () => {
  expect(Object.keys(LICENSE_LIMITS)).toEqual([...LICENSE_TYPES])
  for (const type of LICENSE_TYPES) expect(FEATURES[type].join(' ')).toContain(LICENSE_LIMITS[type].holder)
})

test.each(['personal', 'commercial'] as const)('the FAQ states the limits of the %s license', (type) => {
  const { end_products, print_run } = LICENSE_LIMITS[type]
  const { answer = '' } = QUESTIONS.find(({ question }) => question.toLowerCase() === `what is a ${type} license?`) ?? {}
  expect(states([answer], /end products/, showNumber(end_products))).toBe(true)
  expect(states([answer], /printed/, showNumber(print_run))).toBe(true)
})

test.each(PLANS)(
  'the subscription terms and the FAQ state the price, seats, and downloads of the $name plan',
  ({ name, price_cents, seats, downloads_per_month }) => {
    const price = showDollars(price_cents).replace('.00', '')
    const line = blocksOf(forSite(SUBSCRIPTION_TERMS, SITE)).filter((text) => text.startsWith(`${name}:`))
    expect(line).toHaveLength(1)
    expect(states([line.join().replace(':', '')], /seat/, seats)).toBe(true)
    for (const texts of [line.map((text) => text.replace(':', '')), answers.map((text) => text.replace('Monthly:', ''))]) {
      expect(states(texts, new RegExp(name), price)).toBe(true)
      expect(states(texts, new RegExp(name), downloads_per_month)).toBe(true)
    }
  }
)

test.each([
  [TERMS.path, TERMS, /digit code/, `${CODE_DIGITS}-digit`],
  [PRIVACY.path, PRIVACY, /session ends/, REMEMBERED_DAYS],
  [PRIVACY.path, PRIVACY, /session ends/, UNREMEMBERED_HOURS],
  [PRIVACY.path, PRIVACY, /verification code/, CODE_MINUTES],
  [PRIVACY.path, PRIVACY, /unverified registration/, REGISTRATION_DAYS],
  [PRIVACY.path, PRIVACY, /contact page/, CONTACT_RETENTION_DAYS.others],
  [PRIVACY.path, PRIVACY, /spam/, CONTACT_RETENTION_DAYS.spam],
  [PRIVACY.path, PRIVACY, /Applications/, REJECTED_RETENTION_DAYS],
  [PRIVACY.path, PRIVACY, /Applications/, UNDECIDED_RETENTION_DAYS],
  [PRIVACY.path, PRIVACY, /searches/, MISS_DAYS],
  [PRIVACY.path, PRIVACY, /links/, LINK_MINUTES],
  [FREE_LICENSE.path, FREE_LICENSE, /PNG/, FREE_SIZE],
  [FREE_LICENSE.path, FREE_LICENSE, /link works/, LINK_MINUTES],
  [SUBSCRIPTION_TERMS.path, SUBSCRIPTION_TERMS, /renewal payment fails/, GRACE_DAYS],
  [SUBSCRIPTION_TERMS.path, SUBSCRIPTION_TERMS, /invite/, Math.max(...PLANS.map(({ seats }) => seats)) - 1]
] as const)('%s states the number from the rules (%#)', (_, text, subject, number) =>
  expect(states(blocksOf(text), subject, number)).toBe(true)
)

test.each([
  [/artists|files/, USUAL_UPLOAD_LIMITS.max_bytes / 1024 ** 2],
  [/megapixels/, USUAL_UPLOAD_LIMITS.max_pixels / 1e6],
  [/attach/, ATTACHMENTS_MAX],
  [/attach/, ATTACHMENT_MAX_MB],
  [/Resend code/, COOLDOWN_SECONDS],
  [/code is valid/, CODE_MINUTES],
  [/works once/, RESET_MINUTES],
  [/Remember me/, REMEMBERED_DAYS],
  [/Remember me/, UNREMEMBERED_HOURS],
  [/download link expires/, LINK_MINUTES],
  [/PNG/, FREE_SIZE]
] as const)('the FAQ states about %s the number from the rules: %s', (subject, number) =>
  expect(states(answers, subject, number)).toBe(true)
)

test.each([
  ['Is two-factor authentication available?', /yes.*authenticator app.*passkey/i],
  ['Can I get a refund for a single asset?', /^No\. .*final/],
  ['Can I get a refund for a subscription?', /case by case.*no downloads after the billing date/],
  ['How do I become an employee?', /admin.*upgrades.*role/],
  ['How do I report a copyright problem?', /email/],
  ['How do I contact support?', new RegExp(SUPPORT_HOURS)]
])('the FAQ answers as specified: %s', (asked, answer) =>
  expect(QUESTIONS.find(({ question }) => question === asked)?.answer).toMatch(answer)
)

test('support hours are Monday to Friday, 9am to 5pm Pacific Time', () =>
  expect(SUPPORT_HOURS).toBe('Monday to Friday, 9am to 5pm Pacific Time'))

test('the privacy policy has sections on the CCPA and on children under 13', () => {
  const titles = PRIVACY.sections.map(({ title }) => title)
  expect(titles).toEqual(expect.arrayContaining([expect.stringContaining('CCPA'), expect.stringContaining('under 13')]))
})
