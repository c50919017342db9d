import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#accounts/audit.contract.ts'
import { getAsset } from '#catalogue/contract.ts'
import { myAssets } from '#submissions/contract.ts'
import { employeeDashboard } from '#submissions/earnings.contract.ts'
import { decideAsset, releaseAsset, withholdAsset } from '#submissions/review.contract.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { COUNTER_NOTICE, claimOn, decide, givenClaim } from '#tests/support/givens/claims.ts'
import { nowAs } from '#tests/support/givens/plans.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { emptyAsset, sendUpload } from '#tests/support/givens/submissions.ts'
import { counterClaim, makeClaim, readClaim, readOwnClaim, sendClaimMessage, withdrawClaim } from '../contract.ts'
import { decideClaim, listClaims, previewDecision, recordSuit, resumeUploads, showClaim } from '../desk.contract.ts'
import { restoreDue } from './artist.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

// Each test has a day of its own, because claims are limited by the hour.
let day = new Date('2026-03-02T18:00:00Z')
beforeEach(() => {
  day = new Date(day.getTime() + 24 * 3_600_000)
  market.at(day.toISOString())
})

const stateOf = async (id: string) => (await (await nowAs(market, 'admin'))(showClaim, { params: { id } })).state
const isOnSale = async (id: string) => (await market.app.inject({ url: `/api/assets/${id}` })).statusCode === 200
const runRestore = () => restoreDue(market.ctx())
const mailsSince = async (before: number) => (await market.mails()).slice(before)
const counter = async (id: string, artist = 'employee') =>
  (await nowAs(market, 'employee', artist))(counterClaim, { params: { id }, body: COUNTER_NOTICE })

test('a claim runs from the form to the restoration, and everyone gets their own mail', async () => {
  const { id: asset_id } = await assetOnSale(market, { title: 'Blue fox', artist: 'Ada' })
  await boughtLicense(market, asset_id, { client: 'Katherine' })
  // The receipt.
  await market.work()
  const before = (await market.mails()).length
  const { id, token, number } = await givenClaim(market, asset_id)
  expect((await mailsSince(before)).map(({ to }) => to).toSorted()).toEqual(['grace@example.com', 'support@easel.test'])
  expect(await isOnSale(asset_id)).toBe(true)

  const upheld = await decide(market, id, 'uphold', 'Line for line the same.')
  expect(upheld).toMatchObject({ state: 'upheld', licensees: 1, asset: { withheld_at: day.toISOString() }, strikes: { count: 1 } })
  expect(await isOnSale(asset_id)).toBe(false)
  await market.work()
  const told = (await mailsSince(before)).slice(2)
  expect(told.map(({ to }) => to).toSorted()).toEqual(['ada-employee@example.com', 'grace@example.com', 'katherine-client@example.com'])
  expect(new Set(told.map(({ subject }) => subject)).size).toBe(3)

  const artist = await nowAs(market, 'employee', 'Ada')
  const [listed] = await artist(myAssets, { query: {} })
  expect(listed?.claims).toMatchObject([{ id, claim_number: number, state: 'upheld', message: 'Line for line the same.' }])
  expect(await artist(readOwnClaim, { params: { id } })).toMatchObject({ claimant: 'Grace Hopper', work: 'My poster of a fox, 2019' })
  const countered = await counter(id, 'Ada')
  // Ten business days after Tuesday, March 3.
  expect(countered).toMatchObject({ state: 'countered', restores_on: '2026-03-17', counter_until: null })
  const notice = (await market.mails()).findLast(({ to }) => to === 'grace@example.com')
  expect(notice?.text).toContain('12 Analytical Way')
  const followed = await market.api(readClaim, { params: { token } })
  expect(followed).toMatchObject({ countered_at: day.toISOString(), ended_at: null })
  expect(followed.messages.at(-1)).toMatchObject({ from: 'artist', body: expect.stringContaining('Signed: Ada Lovelace') })
  expect(JSON.stringify(followed)).not.toContain('Analytical Way')

  market.at('2026-03-17T06:59:00Z')
  await runRestore()
  expect(await isOnSale(asset_id)).toBe(false)
  market.at('2026-03-17T07:01:00Z')
  await runRestore()
  await runRestore()
  expect(await isOnSale(asset_id)).toBe(true)
  expect(await market.api(readClaim, { params: { token } })).toMatchObject({
    ...{ state: 'restored', restores_on: null, ended_at: '2026-03-17T07:01:00.000Z' }
  })
  expect((await artist(employeeDashboard, {})).strikes).toEqual({ count: 0, uploads_paused: false, items: [] })
  const { items } = await (await nowAs(market, 'admin'))(auditLog, { query: { q: number } })
  expect(items.map(({ action }) => action)).toEqual(['claim.restored', 'claim.countered', 'claim.upheld', 'claim.received'])
})

test.each(['name', 'email', 'address', 'role', 'work', 'signature', 'good_faith', 'accuracy'])(
  'a claim without %s is refused, and the field is named',
  async (field) => {
    const { id } = await givenAsset(market)
    const { [field as 'name']: _missing, ...body } = claimOn(id)
    const refused = market.api(makeClaim, { body: body as never })
    await expect(refused).rejects.toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
  }
)

test('an unknown asset and one that is not approved get the same answer', async () => {
  const { id } = await givenAsset(market, { status: 'pending' })
  const answers = await Promise.all(
    [id, '0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17'].map((asset_id) =>
      market.api(makeClaim, { body: claimOn(asset_id) }).catch((error) => error)
    )
  )
  expect(answers[0]).toMatchObject({ status: 404 })
  expect(answers[0].body).toEqual(answers[1].body)
})

test('the eleventh claim of a network address in an hour is refused', async () => {
  const { id } = await givenAsset(market)
  for (let made = 0; made < 10; made += 1) await market.api(makeClaim, { body: claimOn(id) })
  await expect(market.api(makeClaim, { body: claimOn(id) })).rejects.toMatchObject({ status: 429 })
})

test('a question is answered on the status page, and only an open claim is withdrawn', async () => {
  const { id: asset_id } = await givenAsset(market)
  const { id, token, number } = await givenClaim(market, asset_id)
  await decide(market, id, 'ask', 'When was it first shown?')
  expect(await market.api(readClaim, { params: { token } })).toMatchObject({ state: 'needs_info', decided_at: null })
  const written = await market.api(sendClaimMessage, { params: { token }, body: { body: 'In May 2019.' } })
  expect(written).toMatchObject({ state: 'received', messages: [{ from: 'easel' }, { from: 'claimant', body: 'In May 2019.' }] })
  expect(await market.api(withdrawClaim, { params: { token } })).toMatchObject({ state: 'withdrawn', ended_at: day.toISOString() })
  await expect(market.api(withdrawClaim, { params: { token } })).rejects.toMatchObject({ status: 409 })
  await expect(market.api(sendClaimMessage, { params: { token }, body: { body: 'Hello?' } })).rejects.toMatchObject({ status: 409 })
  await expect(decide(market, id, 'uphold')).rejects.toMatchObject({ status: 409, body: { code: 'already_decided' } })
  for (const other of [id, number, 'x'.repeat(32)])
    await expect(market.api(readClaim, { params: { token: other } })).rejects.toMatchObject({ status: 404 })
})

test('of opposite decisions at the same time, one counts', async () => {
  const { id: asset_id } = await givenAsset(market)
  const { id } = await givenClaim(market, asset_id)
  const decisions = (['uphold', 'reject', 'uphold', 'reject'] as const).map((decision) =>
    decide(market, id, decision).catch((error) => error)
  )
  const answers = await Promise.all(decisions)
  const decided = answers.filter(({ state }) => state !== undefined)
  expect(decided).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
  expect(await isOnSale(asset_id)).toBe(decided[0].state === 'rejected')
})

test('only the artist answers a claim, once, within 30 days', async () => {
  const { id: asset_id } = await givenAsset(market, { artist: 'Ada' })
  const { id } = await givenClaim(market, asset_id)
  await expect(counter(id, 'Ada')).rejects.toMatchObject({ status: 409 })
  await decide(market, id, 'uphold')
  await expect(counter(id, 'Eve')).rejects.toMatchObject({ status: 404 })
  const client = await nowAs(market, 'client')
  await expect(client(counterClaim, { params: { id }, body: COUNTER_NOTICE })).rejects.toMatchObject({ status: 403 })
  const late = new Date(day.getTime() + 30 * 24 * 3_600_000 + 1000)
  market.at(late.toISOString())
  await expect(counter(id, 'Ada')).rejects.toMatchObject({ status: 409 })
  market.at(day.toISOString())
  const answers = await Promise.allSettled([counter(id, 'Ada'), counter(id, 'Ada'), counter(id, 'Ada')])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await (await nowAs(market, 'admin'))(releaseAsset, { params: { id: asset_id }, body: { reason: 'It was settled.' } })
})

test('a suit keeps the asset off sale', async () => {
  const { id: asset_id } = await givenAsset(market, { artist: 'Ada' })
  const { id, token } = await givenClaim(market, asset_id)
  const admin = await nowAs(market, 'admin')
  const suit = () => admin(recordSuit, { params: { id }, body: { note: 'N.D. Cal. 26-1234' } })
  await decide(market, id, 'uphold')
  await expect(suit()).rejects.toMatchObject({ status: 409 })
  await counter(id, 'Ada')
  const before = (await market.mails()).length
  await market.api(sendClaimMessage, { params: { token }, body: { body: 'I filed suit.' } })
  expect(await mailsSince(before)).toMatchObject([{ to: 'support@easel.test', subject: expect.stringContaining('wrote to us') }])
  expect(await suit()).toMatchObject({ state: 'countered', restores_on: null, suit: { note: 'N.D. Cal. 26-1234' } })
  market.at(new Date(day.getTime() + 60 * 24 * 3_600_000).toISOString())
  await runRestore()
  expect(await isOnSale(asset_id)).toBe(false)
  expect(await market.api(readClaim, { params: { token } })).toMatchObject({ state: 'countered', restores_on: null })
  await (await nowAs(market, 'admin'))(releaseAsset, { params: { id: asset_id }, body: { reason: 'The court decided.' } })
  expect(await stateOf(id)).toBe('restored')
  expect(await isOnSale(asset_id)).toBe(true)
})

test('an asset returns when no claim about it stands, and never against an admin who withheld it before', async () => {
  const { id: asset_id } = await givenAsset(market, { artist: 'Ada' })
  const [one, other] = [await givenClaim(market, asset_id), await givenClaim(market, asset_id, { email: 'other@example.com' })]
  for (const { id } of [one, other]) await decide(market, id, 'uphold')
  await counter(one.id, 'Ada')
  market.at(new Date(day.getTime() + 20 * 24 * 3_600_000).toISOString())
  await runRestore()
  expect(await stateOf(one.id)).toBe('restored')
  expect(await isOnSale(asset_id)).toBe(false)
  await counter(other.id, 'Ada')
  market.at(new Date(day.getTime() + 45 * 24 * 3_600_000).toISOString())
  await runRestore()
  expect(await isOnSale(asset_id)).toBe(true)

  const admin = await nowAs(market, 'admin')
  await admin(withholdAsset, { params: { id: asset_id }, body: { reason: 'The file is broken.' } })
  const third = await givenClaim(market, asset_id)
  await decide(market, third.id, 'uphold')
  await counter(third.id, 'Ada')
  market.at(new Date(day.getTime() + 90 * 24 * 3_600_000).toISOString())
  await runRestore()
  expect(await stateOf(third.id)).toBe('restored')
  expect(await isOnSale(asset_id)).toBe(false)
})

test('a release and the restoring job at the same time end a claim once', async () => {
  const { id: asset_id } = await givenAsset(market, { artist: 'Ada' })
  const { id, number } = await givenClaim(market, asset_id)
  await decide(market, id, 'uphold')
  await counter(id, 'Ada')
  market.at(new Date(day.getTime() + 20 * 24 * 3_600_000).toISOString())
  const admin = await nowAs(market, 'admin')
  const release = () => admin(releaseAsset, { params: { id: asset_id }, body: { reason: 'It was settled.' } }).catch((error) => error)
  const answers = await Promise.all([runRestore(), release(), runRestore(), release()])
  for (const answer of answers) expect(answer?.status ?? 409).not.toBe(500)
  const { items } = await admin(auditLog, { query: { q: number, action: 'claim.restored' } })
  expect(items).toHaveLength(1)
  expect(await isOnSale(asset_id)).toBe(true)
})

test('the audit log holds what each step changed of a claim, before and after', async () => {
  const admin = await nowAs(market, 'admin')
  const { id: asset_id } = await givenAsset(market, { artist: 'Ada' })
  const [kept, rejected] = [await givenClaim(market, asset_id), await givenClaim(market, asset_id, { email: 'other@example.com' })]
  await decide(market, rejected.id, 'reject')
  await decide(market, kept.id, 'ask')
  await decide(market, kept.id, 'uphold')
  await counter(kept.id, 'Ada')
  await admin(recordSuit, { params: { id: kept.id }, body: { note: 'N.D. Cal. 26-1234' } })
  await admin(releaseAsset, { params: { id: asset_id }, body: { reason: 'The court decided.' } })
  const changesOf = async (q: string) =>
    Object.fromEntries((await admin(auditLog, { query: { q } })).items.map(({ action, before, after }) => [action, [before, after]]))
  const restores_on = expect.stringMatching(/^2026-\d\d-\d\d$/)
  expect(await changesOf(kept.number)).toEqual({
    'claim.received': [{}, { state: 'received' }],
    'claim.asked': [{ state: 'received' }, { state: 'needs_info' }],
    'claim.upheld': [{ state: 'needs_info' }, { state: 'upheld' }],
    'claim.countered': [
      { state: 'upheld', restores_on: null },
      { state: 'countered', restores_on }
    ],
    'claim.suit_recorded': [
      { restores_on, suit_recorded: false },
      { restores_on: null, suit_recorded: true }
    ],
    'claim.restored': [{ state: 'countered' }, { state: 'restored' }]
  })
  expect(await changesOf(rejected.number)).toMatchObject({ 'claim.rejected': [{ state: 'received' }, { state: 'rejected' }] })
})

test('three upheld claims pause uploads until an admin resumes them, and a fourth pauses them again', async () => {
  const artist = await nowAs(market, 'employee', 'Rose')
  const admin = await nowAs(market, 'admin')
  const { id: artist_id, token } = await market.person('employee', 'Rose')
  const strike = async () => {
    market.at(new Date(market.now().getTime() + 60_000).toISOString())
    const { id: asset_id } = await givenAsset(market, { artist: 'Rose' })
    await decide(market, (await givenClaim(market, asset_id)).id, 'uphold')
  }
  const upload = async () =>
    (await market.app.inject({ method: 'POST', url: '/api/uploads/upload-file', headers: { authorization: `Bearer ${token}` } })).json()
      .code
  const resume = () => admin(resumeUploads, { params: { id: artist_id }, body: { reason: 'We talked.' } })
  await strike()
  await strike()
  expect((await artist(employeeDashboard, {})).strikes).toMatchObject({ count: 2, uploads_paused: false })
  await expect(resume()).rejects.toMatchObject({ status: 409 })
  expect(await upload()).not.toBe('uploads_paused')
  await strike()
  expect((await artist(employeeDashboard, {})).strikes).toMatchObject({ count: 3, uploads_paused: true })
  expect(await upload()).toBe('uploads_paused')
  expect(await resume()).toMatchObject({ count: 3, uploads_paused: false })
  expect(await upload()).not.toBe('uploads_paused')
  await strike()
  expect(await upload()).toBe('uploads_paused')
})

test('the preview shows each mail of a decision and changes nothing', async () => {
  const { id: asset_id } = await assetOnSale(market, { artist: 'Ada' })
  await boughtLicense(market, asset_id, { client: 'Katherine' })
  const { id } = await givenClaim(market, asset_id)
  const admin = await nowAs(market, 'admin')
  const before = (await market.mails()).length
  const { mails } = await admin(previewDecision, { params: { id }, body: { decision: 'uphold', message: 'Line for line.' } })
  expect(mails.map(({ to }) => to)).toEqual(['The claimant, Grace Hopper', 'The artist, Ada', 'Licensees: 1'])
  expect(mails[0]?.text).toContain('Line for line.')
  expect(await stateOf(id)).toBe('received')
  expect(await isOnSale(asset_id)).toBe(true)
  expect(await mailsSince(before)).toEqual([])
  await expect(admin(decideClaim, { params: { id }, body: { decision: 'shrug' as never, message: 'x' } })).rejects.toMatchObject({
    status: 422
  })
})

test('the desk finds claims by number, title, name, and email, and counts them by state', async () => {
  const { id: asset_id } = await givenAsset(market, { title: 'A green zebra' })
  const { number } = await givenClaim(market, asset_id, { email: 'zoe@example.com' })
  const admin = await nowAs(market, 'admin')
  for (const q of [number, 'green zebra', 'zoe@']) {
    const found = await admin(listClaims, { query: { q } })
    expect(found).toMatchObject({ total: 1, items: [{ claim_number: number }], counts: { received: 1, upheld: 0 } })
  }
  expect((await admin(listClaims, { query: { q: number, state: 'upheld' } })).items).toEqual([])
  expect(await market.api(getAsset, { params: { id: asset_id } })).toMatchObject({ title: 'A green zebra' })
})

/** Large shapes, because the hash of an almost empty picture changes with every artifact of its compression. */
const HILLS = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="500"><rect width="700" height="500" fill="#9fd3f0"/>
  <circle cx="560" cy="110" r="60" fill="#ffd75e"/><path d="M0 420 180 160l170 220 120-140 230 260v60H0z" fill="#3c7a4a"/></svg>`
)

async function hills(artist: string, name: string, bytes: Buffer): Promise<string> {
  const asset_id = await emptyAsset(market, { artist, title: 'Hills' })
  const { token } = await market.person('employee', artist)
  expect((await sendUpload(market, token, { asset_id }, { name, bytes })).status).toBe(200)
  await market.work()
  await (await nowAs(market, 'admin'))(decideAsset, { params: { id: asset_id }, body: { status: 'approved' } })
  return asset_id
}

test('the desk shows a claim beside near duplicates of its asset and the other claims about works of the same artist', async () => {
  const original = await sharp(HILLS).png().toBuffer()
  const copied = await hills('Iris', 'copy.png', original)
  const near = await hills('June', 'first.jpg', await sharp(original).resize(350).jpeg({ quality: 70 }).toBuffer())
  const { id: other_asset } = await givenAsset(market, { artist: 'Iris' })
  const [claim, rejected, open] = [
    await givenClaim(market, copied),
    await givenClaim(market, other_asset),
    await givenClaim(market, copied, { email: 'other@example.com' })
  ]
  await decide(market, rejected.id, 'reject')
  await givenClaim(market, near)
  const shown = await (await nowAs(market, 'admin'))(showClaim, { params: { id: claim.id } })
  expect(shown.near_duplicates).toEqual([near])
  expect(shown.asset).toMatchObject({ id: copied, created_at: expect.any(String) })
  expect(shown.other_claims.toSorted((one, two) => one.claim_number.localeCompare(two.claim_number))).toEqual([
    { id: rejected.id, claim_number: rejected.number, state: 'rejected' },
    { id: open.id, claim_number: open.number, state: 'received' }
  ])
})
