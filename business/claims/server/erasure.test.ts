import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteProfile } from '#accounts/own-account.contract.ts'
import { askWithoutAccount, carryOutRequest } from '#privacy/contract.ts'
import { deleteOld } from '#processes/retention.ts'
import { releaseAsset } from '#submissions/review.contract.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { COUNTER_NOTICE, decide, givenClaim } from '#tests/support/givens/claims.ts'
import { nowAs } from '#tests/support/givens/plans.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { zipEntries } from '#tests/support/zip-entries.ts'
import { counterClaim, readClaim, sendClaimMessage, withdrawClaim } from '../contract.ts'
import { recordSuit } from '../desk.contract.ts'
import { CLAIM_RETENTION_DAYS } from '../rules.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const DAY_MS = 24 * 3_600_000
// Each test has a day of its own, because claims are limited by the hour.
let day = new Date('2026-03-02T18:00:00Z')
beforeEach(() => {
  day = new Date(day.getTime() + DAY_MS)
  world.at(day.toISOString())
})

const claimRow = (id: string) => world.db.selectFrom('claims.claim').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The texts of the claim and its messages, as one. */
async function textsOf(id: string): Promise<string> {
  const { rows } = await sql<{ all: string }>`select claim::text || ' ' || coalesce(
    (select string_agg(message.body, ' ') from claims.message message where message.claim_id = claim.id), '') as "all"
    from claims.claim claim where id = ${id}`.execute(world.db)
  return rows[0]!.all
}

/** A claim about the artist's work, with a counter-notice. */
async function counteredClaim(artist: string) {
  const { id: asset_id } = await givenAsset(world, { artist })
  const claim = await givenClaim(world, asset_id)
  await decide(world, claim.id, 'uphold')
  await (await nowAs(world, 'employee', artist))(counterClaim, { params: { id: claim.id }, body: COUNTER_NOTICE })
  return { ...claim, asset_id }
}

async function deleteAccount(artist: string): Promise<void> {
  const { email } = await world.person('employee', artist)
  await (await nowAs(world, 'employee', artist))(deleteProfile, { body: { email } })
}

const release = async (asset_id: string) =>
  (await nowAs(world, 'admin'))(releaseAsset, { params: { id: asset_id }, body: { reason: 'It was settled.' } })

/** What a counter-notice says about who sent it. */
const SENDER = /Ada Lovelace|Analytical Way/

test('an artist who deletes the account leaves no counter-notice to a claim that has ended; what the claimant wrote stays', async () => {
  const { id, asset_id, token } = await counteredClaim('Ada')
  await release(asset_id)
  expect(await textsOf(id)).toMatch(SENDER)
  await deleteAccount('Ada')
  expect(await textsOf(id)).not.toMatch(SENDER)
  expect(await claimRow(id)).toMatchObject({ counter_name: null, counter_address: null, counter_signature: null, name: 'Grace Hopper' })
  const { messages } = await world.api(readClaim, { params: { token } })
  expect(messages.map(({ from }) => from)).toEqual(['easel'])
})

test('the counter-notice of a deleted account stays while its claim, with a suit, needs it, and goes when the claim ends', async () => {
  const { id, asset_id } = await counteredClaim('Bea')
  await (await nowAs(world, 'admin'))(recordSuit, { params: { id }, body: { note: 'N.D. Cal. 26-1234' } })
  await deleteAccount('Bea')
  expect(await textsOf(id)).toMatch(SENDER)
  await release(asset_id)
  expect(await textsOf(id)).not.toMatch(SENDER)
  expect(await claimRow(id)).toMatchObject({ state: 'restored', name: 'Grace Hopper' })
})

const PERSONAL = /Ada Lovelace|Analytical Way|Grace Hopper|grace@|Main Street|poster of a fox|26-1234/

test('a claim that keeps a work off sale for years is erased after its last step, and can still end', async () => {
  const { id, asset_id, token } = await counteredClaim('Cleo')
  await (await nowAs(world, 'admin'))(recordSuit, { params: { id }, body: { note: 'N.D. Cal. 26-1234' } })
  const open = await givenClaim(world, asset_id)
  const write = () => world.api(sendClaimMessage, { params: { token }, body: { body: 'Grace Hopper here: the court is slow.' } })
  const after = async (days: number) => {
    world.at(new Date(day.getTime() + days * DAY_MS).toISOString())
    await deleteOld(world.ctx())
    return textsOf(id)
  }
  world.at(new Date(day.getTime() + 30 * DAY_MS).toISOString())
  await write()
  expect(await after(CLAIM_RETENTION_DAYS + 29)).toMatch(PERSONAL)
  expect(await after(CLAIM_RETENTION_DAYS + 31)).not.toMatch(PERSONAL)
  expect(await claimRow(id)).toMatchObject({ state: 'countered', claim_number: expect.any(String) })
  await write()
  expect(await after(2 * CLAIM_RETENTION_DAYS + 60)).not.toMatch(PERSONAL)
  expect(await textsOf(open.id)).toMatch(PERSONAL)
  const before = (await world.mails()).length
  await release(asset_id)
  expect(await claimRow(id)).toMatchObject({ state: 'restored' })
  expect((await world.mails()).slice(before).map(({ to }) => to)).toEqual(['cleo-employee@example.com'])
})

/** Asks for a link on /privacy and follows it. Returns all mails to the address. */
async function follow(email: string, kind: 'export' | 'delete'): Promise<string> {
  await world.api(askWithoutAccount, { body: { email, kind } })
  await world.work()
  const texts = async () => (await world.mails()).filter(({ to }) => to === email).map(({ text }) => text)
  const token = /\/privacy\/requests\/([\w-]+)/.exec((await texts()).join('\n'))![1]!
  await world.api(carryOutRequest, { params: { token } })
  await world.work()
  return (await texts()).join('\n')
}

test('a claimant without an account gets the claims with their messages by a mailed link', async () => {
  const { id: asset_id } = await givenAsset(world)
  const { token, number } = await givenClaim(world, asset_id, { email: 'dora@example.com' })
  await world.api(sendClaimMessage, { params: { token }, body: { body: 'It was first shown in May 2019.' } })
  await givenClaim(world, asset_id, { email: 'eve@example.com' })
  const link = /http:\/\/easel\.test(\/api\/privacy\/exports\/\S+)/.exec(await follow('dora@example.com', 'export'))![1]!
  const files = zipEntries((await world.app.inject({ method: 'GET', url: link })).rawPayload)
  const read = (name: string) => JSON.parse(files.get(`data/${name}.json`)!.toString())
  expect(read('claims')).toMatchObject([
    { claim_number: number, work: 'My poster of a fox, 2019', address: '1 Main Street, Oakland, CA 94607' }
  ])
  expect(read('claim-messages')).toMatchObject([{ body: 'It was first shown in May 2019.' }])
  expect([...files.values()].map(String).join('\n')).not.toMatch(/eve@example|Analytical Way/)
})

test('a claimant without an account deletes by a mailed link the claims that have ended, and open ones stay', async () => {
  const { id: asset_id } = await givenAsset(world)
  const email = 'fay@example.com'
  const [ended, open, upheld] = [
    await givenClaim(world, asset_id, { email }),
    await givenClaim(world, asset_id, { email }),
    await givenClaim(world, asset_id, { email })
  ]
  await world.api(sendClaimMessage, { params: { token: ended.token }, body: { body: 'I live at 1 Main Street.' } })
  await world.api(withdrawClaim, { params: { token: ended.token } })
  await decide(world, upheld.id, 'uphold')
  await follow(email, 'delete')
  expect(await textsOf(ended.id)).not.toMatch(/Grace Hopper|fay@|Main Street|poster of a fox/)
  expect(await claimRow(ended.id)).toMatchObject({ claim_number: ended.number, state: 'withdrawn' })
  for (const { id } of [open, upheld]) expect(await claimRow(id)).toMatchObject({ email, name: 'Grace Hopper' })
})
