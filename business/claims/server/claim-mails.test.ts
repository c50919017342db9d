import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { releaseAsset, withholdAsset } from '#submissions/review.contract.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { COUNTER_NOTICE, decide, givenClaim } from '#tests/support/givens/claims.ts'
import { nowAs } from '#tests/support/givens/plans.ts'
import { freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { counterClaim, sendClaimMessage } from '../contract.ts'
import { recordSuit } from '../desk.contract.ts'
import { restoreDue } from './artist.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const DAY_MS = 24 * 3_600_000
// Each test has a day of its own, because claims are limited by the hour.
let day = new Date('2026-03-02T18:00:00Z')
beforeEach(() => {
  day = new Date(day.getTime() + DAY_MS)
  market.at(day.toISOString())
})

const [CLAIMANT, ARTIST, DESK] = ['grace@example.com', 'ada-employee@example.com', 'support@easel.test']

/** Returns the mails that something sends, by recipient. */
async function mailsOf(work: () => Promise<unknown>): Promise<Record<string, { subject: string; text: string }>> {
  const before = (await market.mails()).length
  await work()
  return Object.fromEntries((await market.mails()).slice(before).map(({ to, subject, text }) => [to, { subject, text }]))
}

const counter = async (id: string) => (await nowAs(market, 'employee', 'Ada'))(counterClaim, { params: { id }, body: COUNTER_NOTICE })

async function upheldClaim(asset_id: string, email = CLAIMANT): Promise<{ id: string; token: string }> {
  const claim = await givenClaim(market, asset_id, { email })
  await decide(market, claim.id, 'uphold')
  return claim
}

const restoreLater = () => {
  market.at(new Date(day.getTime() + 20 * DAY_MS).toISOString())
  return restoreDue(market.ctx())
}

test('an upheld claim tells both sides the last day on which the artist may answer', async () => {
  const { id: asset_id } = await givenAsset(market, { artist: 'Ada' })
  const { id } = await givenClaim(market, asset_id)
  const mails = await mailsOf(() => decide(market, id, 'uphold'))
  // 30 days after March 3.
  expect(mails[CLAIMANT]?.text).toContain('until April 2, 2026')
  expect(mails[ARTIST]?.text).toContain('until April 2, 2026')
})

test('a counter-notice tells both sides the day on which the work is restored', async () => {
  const { id: asset_id } = await givenAsset(market, { artist: 'Ada' })
  const { id } = await upheldClaim(asset_id)
  const mails = await mailsOf(() => counter(id))
  // Ten business days after March 4.
  expect(mails[CLAIMANT]?.text).toContain('restore the work on March 18, 2026')
  expect(mails[ARTIST]).toMatchObject({
    subject: expect.stringContaining('We received your counter-notice'),
    text: expect.stringContaining('restore the work on March 18, 2026')
  })
})

test('a suit that is recorded tells both sides that the work stays off sale', async () => {
  const { id: asset_id } = await givenAsset(market, { artist: 'Ada' })
  const { id } = await upheldClaim(asset_id)
  await counter(id)
  const admin = await nowAs(market, 'admin')
  const mails = await mailsOf(() => admin(recordSuit, { params: { id }, body: { note: 'N.D. Cal. 26-1234' } }))
  expect(mails[ARTIST]?.text).toContain('stays off sale until the court decides')
  expect(mails[CLAIMANT]).toMatchObject({
    subject: expect.stringContaining('We recorded your suit'),
    text: expect.stringContaining('stays off sale until the court decides')
  })
})

test('the desk hears of an answer to its question, but not of what is added to a claim that waits for it anyway', async () => {
  const { id: asset_id } = await givenAsset(market, { artist: 'Ada' })
  const { id, token } = await givenClaim(market, asset_id)
  const write = () => market.api(sendClaimMessage, { params: { token }, body: { body: 'In May 2019.' } })
  expect(await mailsOf(write)).toEqual({})
  await decide(market, id, 'ask', 'When was it first shown?')
  expect(await mailsOf(write)).toMatchObject({ [DESK]: { subject: expect.stringContaining('answered our question') } })
  expect(await mailsOf(write)).toEqual({})
})

test('a restored work is back on sale in both mails', async () => {
  const { id: asset_id } = await givenAsset(market, { artist: 'Ada' })
  const { id } = await upheldClaim(asset_id)
  await counter(id)
  const mails = await mailsOf(restoreLater)
  expect(mails[ARTIST]).toMatchObject({ subject: expect.stringContaining('back on sale'), text: expect.stringContaining('back on sale') })
  expect(mails[CLAIMANT]?.text).toContain('on sale again')
})

test('a claim that ends while another one stands tells both sides that the work stays off sale because of that one', async () => {
  const { id: asset_id } = await givenAsset(market, { artist: 'Ada' })
  const { id } = await upheldClaim(asset_id)
  await upheldClaim(asset_id, 'other@example.com')
  await counter(id)
  const mails = await mailsOf(restoreLater)
  expect(Object.keys(mails).toSorted()).toEqual([ARTIST, CLAIMANT])
  expect(mails[ARTIST]?.subject).not.toContain('back on sale')
  expect(mails[ARTIST]?.text).toContain('stays off sale, because another claim about it stands')
  expect(mails[CLAIMANT]?.text).toContain('stays off sale, because another report about it stands')
  const admin = await nowAs(market, 'admin')
  const released = await mailsOf(() => admin(releaseAsset, { params: { id: asset_id }, body: { reason: 'It was settled.' } }))
  expect(released[ARTIST]?.subject).toContain('back on sale')
})

test('a claim that ends while an admin withholds the work for another reason tells both sides so', async () => {
  const { id: asset_id } = await givenAsset(market, { artist: 'Ada' })
  await (await nowAs(market, 'admin'))(withholdAsset, { params: { id: asset_id }, body: { reason: 'The file is broken.' } })
  const { id } = await upheldClaim(asset_id)
  await counter(id)
  const mails = await mailsOf(restoreLater)
  expect(mails[ARTIST]?.subject).not.toContain('back on sale')
  for (const who of [ARTIST, CLAIMANT]) expect(mails[who]?.text).toContain('stays off sale, because we withhold it for another reason')
})
