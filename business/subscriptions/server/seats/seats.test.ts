import { afterAll, beforeAll, expect, test } from 'vitest'
import { register, verifyEmail } from '#accounts/contract.ts'
import { createSession } from '#accounts/server/index.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { givenPlan, nowAs, planOfClient, take } from '#tests/support/givens/plans.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { inviteToSeat, joinSeat, listSeats, removeSeat } from '../../seats.contract.ts'
import { currentPlanOf } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const team = (owner: string) => givenPlan(world, owner, { plan_name: 'Team' })
const invite = async (owner: string, email: string) => (await nowAs(world, 'client', owner))(inviteToSeat, { body: { email } })
const seatsOf = async (client: string) => (await nowAs(world, 'client', client))(listSeats, {})
const planFor = async (client: string) => currentPlanOf(world.db, world.now(), (await world.person('client', client)).id)

test('an invitation looks the same with or without an account, until the person joins', async () => {
  await team('curious')
  const { email: own } = await world.person('client', 'curious')
  const { email: artist } = await world.person('employee', 'curious artist')
  const { email: known } = await world.person('client', 'known')
  const emails = [known, artist, 'unknown@example.org']
  const shapeOf = ({ id: _id, email: _email, ...rest }: object & { id: string; email: string }) => rest
  const answers = await Promise.all(emails.map((email) => invite('curious', email)))
  expect(new Set(answers.map((answer) => JSON.stringify(shapeOf(answer)))).size).toBe(1)
  const shown = (await seatsOf('curious')).items.filter(({ email }) => email !== own)
  expect(shown.map(({ email }) => email).toSorted()).toEqual(emails.toSorted())
  expect(new Set(shown.map((seat) => JSON.stringify(shapeOf(seat)))).size).toBe(1)
  expect(shown[0]).toMatchObject({ status: 'invited', name: null, joined_at: null })
  const id = answers[0]!.id
  await expect((await world.as('client', 'somebody else'))(joinSeat, { params: { id } })).rejects.toMatchObject({ status: 404 })
  const mine = await (await nowAs(world, 'client', 'known'))(joinSeat, { params: { id } })
  expect(mine.items.find((seat) => seat.id === id)).toMatchObject({ status: 'joined', name: 'known' })
  expect((await seatsOf('curious')).items.find((seat) => seat.id === id)).toMatchObject({ status: 'joined', name: 'known' })
})

test('an invited client can use the plan immediately, shares the counter, sees no price, and joins with the first download', async () => {
  const { id } = await team('owner1')
  const { email } = await world.person('client', 'mate1')
  expect(await invite('owner1', email.toUpperCase())).toMatchObject({ email, status: 'invited', name: null })
  expect(await planFor('mate1')).toMatchObject({ subscription_id: id, role: 'member' })
  await take(world, 'mate1')
  await take(world, 'owner1')
  expect(await planOfClient(world, 'owner1')).toMatchObject({ downloads_used: 2, seats: 5, seats_used: 2, price: 59 })
  expect(await planOfClient(world, 'mate1')).toMatchObject({
    role: 'member',
    is_active: true,
    downloads_used: 2,
    price: null,
    approve_url: null
  })
  for (const who of ['mate1', 'owner1'])
    expect((await seatsOf(who)).items).toMatchObject([
      { status: 'owner', name: 'owner1' },
      { status: 'joined', name: 'mate1' }
    ])
})

test('an address without an account gets a mail and a seat, which works once verified; the name appears after joining', async () => {
  await team('owner2')
  const email = 'newcomer@example.com'
  expect(await invite('owner2', email)).toMatchObject({ status: 'invited', name: null, joined_at: null })
  expect((await seatsOf('owner2')).seats_used).toBe(2)
  const mail = (await world.mails()).find(({ to }) => to === email)
  expect(mail?.text).toContain('owner2')
  await world.api(register, { body: { name: 'New Comer', email, password: 'easel-test', agree_to_terms: true } as never })
  expect((await seatsOf('owner2')).items[1]).toMatchObject({ status: 'invited' })
  const code = (await world.mails()).flatMap(({ to, text }) => (to === email ? (/\b\d{7}\b/.exec(text)?.[0] ?? []) : [])).at(-1)!
  const { user } = await world.api(verifyEmail, { body: { email, code } })
  expect(await currentPlanOf(world.db, world.now(), user.id)).toMatchObject({ role: 'member' })
  const [, seat] = (await seatsOf('owner2')).items
  expect(seat).toMatchObject({ status: 'invited', name: null })
  await injectedApi(world.app, (await createSession(world.db, user.id, world.now())).token)(joinSeat, { params: { id: seat!.id } })
  expect((await seatsOf('owner2')).items[1]).toMatchObject({ status: 'joined', name: 'New Comer' })
})

test('a removed member loses the plan immediately and gets a mail; leaving and withdrawing an invitation send none', async () => {
  await team('owner3')
  const { email } = await world.person('client', 'mate3')
  const { id } = await invite('owner3', email)
  await (await world.as('client', 'owner3'))(removeSeat, { params: { id } })
  await expect(take(world, 'mate3')).rejects.toMatchObject({ code: 'no_plan' })
  const again = await invite('owner3', email)
  const withdrawn = await invite('owner3', 'never@example.org')
  await (await world.as('client', 'owner3'))(removeSeat, { params: { id: withdrawn.id } })
  expect(await (await world.as('client', 'mate3'))(removeSeat, { params: { id: again.id } })).toMatchObject({ items: [], seats: 0 })
  expect((await seatsOf('owner3')).seats_used).toBe(1)
  const removals = (await world.mails()).filter(({ subject }) => subject.includes('was removed'))
  expect(removals).toMatchObject([{ to: email, text: expect.stringContaining('owner3') }])
})

test('a person who is invited and removed again and again gets a limited number of emails, and is removed all the same', async () => {
  await team('owner-again')
  const { email } = await world.person('client', 'mate-again')
  for (let round = 0; round < 20; round += 1) {
    const { id } = await invite('owner-again', email).catch(() => ({ id: undefined }))
    if (id) await (await world.as('client', 'owner-again'))(removeSeat, { params: { id } })
  }
  expect((await seatsOf('owner-again')).items.filter((seat) => seat.email === email)).toEqual([])
  expect((await world.mails()).filter(({ to }) => to === email).length).toBeLessThanOrEqual(30)
})

test('only one of several parallel invitations gets the last seat', async () => {
  await team('owner4')
  for (const name of ['a', 'b', 'c']) await invite('owner4', `${name}@example.org`)
  const results = await Promise.allSettled(['d', 'e', 'f'].map((name) => invite('owner4', `${name}@example.org`)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await seatsOf('owner4')).toMatchObject({ seats: 5, seats_used: 5 })
  await expect(invite('owner4', 'g@example.org')).rejects.toMatchObject({ status: 409, body: { code: 'seats_taken' } })
})

test('the Individual plan has no seats for members, and an address has at most one seat per plan', async () => {
  await givenPlan(world, 'single')
  await expect(invite('single', 'x@example.org')).rejects.toMatchObject({ body: { code: 'seats_taken' } })
  await team('owner5')
  await invite('owner5', 'x@example.org')
  await expect(invite('owner5', 'x@example.org')).rejects.toMatchObject({ body: { code: 'already_seated' } })
  await expect(invite('owner5', (await world.person('client', 'owner5')).email)).rejects.toMatchObject({ body: { code: 'already_seated' } })
})

test("a member cannot invite or remove others; another team's seat is 404", async () => {
  await team('owner6')
  const { email } = await world.person('client', 'mate6')
  await invite('owner6', email)
  const other = await invite('owner6', 'y@example.org')
  const mate = await world.as('client', 'mate6')
  await expect(mate(inviteToSeat, { body: { email: 'z@example.org' } })).rejects.toMatchObject({ status: 409, body: { code: 'not_owner' } })
  await expect(mate(removeSeat, { params: { id: other.id } })).rejects.toMatchObject({ status: 404 })
  await expect((await world.as('client', 'owner5'))(removeSeat, { params: { id: other.id } })).rejects.toMatchObject({ status: 404 })
  const owner = await world.person('client', 'owner6')
  await expect((await world.as('client', 'owner6'))(removeSeat, { params: { id: owner.id } })).rejects.toMatchObject({
    body: { code: 'owner_seat' }
  })
})

test('a client’s own plan takes precedence over a seat', async () => {
  await team('owner7')
  await givenPlan(world, 'both')
  await invite('owner7', (await world.person('client', 'both')).email)
  expect(await planFor('both')).toMatchObject({ role: 'owner' })
  world.at('2026-03-20T12:00:00Z')
  await team('owner8')
  await invite('owner8', (await world.person('client', 'both')).email)
  world.at('2026-04-05T12:00:00Z')
  expect(await planFor('both')).toMatchObject({ role: 'member' })
})
