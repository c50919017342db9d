import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browserOn } from '#tests/support/cookie-jar.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

const PER_HOUR = 30
const PER_DAY = 60

let world: World
let day = 0
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
beforeEach(() => {
  day += 1
  world.at(new Date(Date.UTC(2026, 2, day, 0, 0, 0)).toISOString())
})

const post = (url: string, payload: object, remoteAddress = '127.0.0.1') =>
  world.app.inject({ method: 'POST', url: `/api${url}`, payload, remoteAddress })
const later = (seconds: number) => world.at(new Date(world.now().getTime() + seconds * 1000).toISOString())
const mailsTo = async (email: string): Promise<number> => (await world.mails()).filter(({ to }) => to === email).length

const KINDS = [
  ['/recovery/forgot-password', {}],
  ['/recovery/forgot-username', {}],
  ['/auth/resend-verification', {}],
  ['/auth/register', { name: 'Eve', password: 'longenough' }]
] as const

/** Requests every kind of email as often as the cooldown allows, from many networks, for this many seconds. */
async function flood(email: string, seconds: number): Promise<number[]> {
  const statuses: number[] = []
  for (let waited = 0; waited < seconds; waited += 31) {
    for (const [url, payload] of KINDS) statuses.push((await post(url, { ...payload, email }, `203.0.113.${waited % 250}`)).statusCode)
    await world.mails()
    later(31)
  }
  return statuses
}

describe('one victim', () => {
  test(`gets at most ${PER_HOUR} emails an hour, of all kinds together, however many networks ask`, async () => {
    const { email } = await world.person('client', 'flooded')
    const before = await mailsTo(email)
    const statuses = await flood(email, 50 * 60)
    expect(statuses).toContain(429)
    const sent = (await mailsTo(email)) - before
    expect(sent).toBeGreaterThan(10)
    expect(sent).toBeLessThanOrEqual(PER_HOUR)
  }, 60_000)

  test(`gets at most ${PER_DAY} emails a day`, async () => {
    const { email } = await world.person('client', 'flooded all day')
    const before = await mailsTo(email)
    for (let hour = 0; hour < 4; hour += 1) {
      await flood(email, 20 * 60)
      later(40 * 60)
    }
    const sent = (await mailsTo(email)) - before
    expect(sent).toBeGreaterThan(PER_HOUR)
    expect(sent).toBeLessThanOrEqual(PER_DAY)
  }, 60_000)

  test('is answered like an unknown address, with Retry-After', async () => {
    const { email } = await world.person('client', 'flooded and known')
    const answers = []
    for (const address of [email, 'nobody-flooded@example.com']) {
      world.at(new Date(Date.UTC(2026, 2, day, address === email ? 1 : 5)).toISOString())
      await flood(address, 50 * 60)
      const { statusCode, body, headers } = await post('/recovery/forgot-password', { email: address }, '198.51.100.1')
      answers.push({ statusCode, body, retry_after: headers['retry-after'] })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ statusCode: 429, retry_after: expect.stringMatching(/^\d+$/) })
  }, 60_000)

  test('can still request a reset link in a browser where they signed in before', async () => {
    const { email } = await world.person('client', 'at home')
    const home = browserOn(world)
    await home.post('/auth/login', { email, password: world.password })
    await flood(email, 50 * 60)
    expect((await post('/recovery/forgot-password', { email }, '198.51.100.2')).statusCode).toBe(429)
    expect((await home.post('/recovery/forgot-password', { email })).status).toBe(202)
  })
})

test('free downloads with the email of a victim give their links but send no more mail', async () => {
  const email = 'flooded-visitor@example.com'
  const asset = await givenAsset(world, { is_free: true })
  await flood(email, 50 * 60)
  const before = await mailsTo(email)
  const answer = await post('/free-downloads', { asset_id: asset.id, email })
  expect(answer.json()).toMatchObject({ download_url: expect.any(String) })
  expect(await mailsTo(email)).toBe(before)
})
