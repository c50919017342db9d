import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkOut, linkLicenseFile, listLicenses, readLicense } from '#licensing/contract.ts'
import { cancelSubscription } from '#subscriptions/admin.contract.ts'
import { readMySubscription } from '#subscriptions/contract.ts'
import { inviteToSeat, joinSeat, listSeats, removeSeat } from '#subscriptions/seats.contract.ts'
import { givenAsset } from '../support/givens/catalogue.ts'
import { givenPlan, nowAs } from '../support/givens/plans.ts'
import { freshWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const by = (client: string) => nowAs(world, 'client', client)
const team = (owner: string) => givenPlan(world, owner, { plan_name: 'Team' })
const invite = async (owner: string, member: string) =>
  (await by(owner))(inviteToSeat, { body: { email: (await world.person('client', member)).email } })
const join = async (member: string, id: string) => (await by(member))(joinSeat, { params: { id } })
const leave = async (member: string, id: string) => (await by(member))(removeSeat, { params: { id } })
const download = async (client: string, asset_id: string) =>
  (await by(client))(checkOut, { body: { asset_id, license_type: 'subscription' } })
const libraryOf = async (client: string) => (await (await by(client))(listLicenses, { query: {} })).items
const seatOf = async (owner: string, id: string) => (await (await by(owner))(listSeats, {})).items.find((seat) => seat.id === id)

test('a stranger’s earlier invitation does not take the downloads of the team that a person joined', async () => {
  const [stranger, employer] = [await team('stranger'), await team('employer')]
  const unwanted = await invite('stranger', 'designer')
  world.at('2026-03-01T12:05:00Z')
  await join('designer', (await invite('employer', 'designer')).id)
  expect(await (await by('designer'))(readMySubscription, {})).toMatchObject({ sub_id: employer.id, has_joined: true })
  const { id } = await givenAsset(world)
  await download('designer', id)
  expect(await libraryOf('stranger')).toEqual([])
  expect(await libraryOf('employer')).toMatchObject([{ asset_id: id, got_by: 'designer' }])
  expect(await seatOf('stranger', unwanted.id)).toMatchObject({ status: 'invited', name: null })
  expect(stranger.id).not.toBe(employer.id)
})

test('an invited person can join each of several teams that invited them, and decline the others', async () => {
  await team('first')
  await team('second')
  const [unwanted, wanted] = [await invite('first', 'wanted'), await invite('second', 'wanted')]
  await leave('wanted', unwanted.id)
  await join('wanted', wanted.id)
  expect(await seatOf('first', unwanted.id)).toBeUndefined()
  expect(await seatOf('second', wanted.id)).toMatchObject({ status: 'joined', name: 'wanted' })
})

test('before the first download, an invited person is told whose team it is and that they have not joined', async () => {
  await team('teller')
  await invite('teller', 'told')
  const mine = async () => (await by('told'))(readMySubscription, {})
  expect(await mine()).toMatchObject({ role: 'member', has_joined: false, owner_name: 'teller' })
  const { id } = await givenAsset(world)
  await download('teller', id)
  await download('told', id)
  expect(await mine()).toMatchObject({ role: 'member', has_joined: true })
  const seats = await (await by('teller'))(listSeats, {})
  expect(seats.items).toContainEqual(expect.objectContaining({ name: 'told', status: 'joined' }))
})

test.each(['leaves', 'is removed'])('a person who %s keeps what they downloaded, and nothing else of the team', async (how) => {
  const [owner, member, mate] = [`owner who ${how}`, `member who ${how}`, `mate of who ${how}`]
  const plan = await team(owner)
  const seat = await invite(owner, member)
  await invite(owner, mate)
  const [own, shared, other] = [await givenAsset(world), await givenAsset(world), await givenAsset(world)]
  const got = await download(member, own.id)
  await download(mate, shared.id)
  const again = await download(member, shared.id)
  const theirs = await download(mate, other.id)
  if (how === 'leaves') await leave(member, seat.id)
  else await (await by(owner))(removeSeat, { params: { id: seat.id } })

  const kept = await libraryOf(member)
  expect(kept.map(({ asset_id, status }) => [asset_id, status]).toSorted()).toEqual(
    [own.id, shared.id].map((id) => [id, 'active']).toSorted()
  )
  const client = await by(member)
  for (const { license_id } of [got, again]) {
    const link = await client(linkLicenseFile, { params: { id: license_id! }, query: {} })
    expect((await world.app.inject(link.download_url)).statusCode).toBe(200)
  }
  expect((await world.app.inject(got.download_url!)).statusCode).toBe(200)
  await expect(client(readLicense, { params: { id: theirs.license_id! } })).rejects.toMatchObject({ status: 404 })
  await expect(download(member, other.id)).rejects.toMatchObject({ status: 402 })

  await (await nowAs(world, 'admin'))(cancelSubscription, { params: { id: plan.id } })
  expect((await libraryOf(member)).map(({ status }) => status)).toEqual(['expired', 'expired'])
  expect((await world.app.inject(got.download_url!)).statusCode).toBe(409)
})
