import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { editRequest, readRequest, readTimeline } from '#requests/contract.ts'
import { listMessages, sendMessage } from '#requests/conversation.contract.ts'
import { givenRequest } from '#tests/support/givens/requests.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

const EDITS_AN_HOUR = 30
const MESSAGES_A_DAY = 500
const PAGE = 200

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
beforeEach(() => world.at('2026-03-01T09:00:00Z'))
afterAll(() => world.end())

const client = () => world.as('client')
const timelineOf = async (id: string, before?: number) =>
  (await client())(readTimeline, { params: { id }, query: before === undefined ? {} : { before } })
const positions = (items: { position: number }[]) => items.map(({ position }) => position)
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** Adds events up to a position, as years of edits would. */
async function lengthen(id: string, last_position: number): Promise<void> {
  await sql`insert into requests.event (request_id, position, kind, actor_id, status, happened_at)
    select id, n, 'edited', client_id, 'submitted', created_at from requests.request, generate_series(last_position + 1, ${last_position}::int) n
    where id = ${id}`.execute(world.db)
  await world.db.updateTable('requests.request').set({ last_position }).where('id', '=', id).execute()
}

test(`a client can edit requests ${EDITS_AN_HOUR} times an hour, however many edits arrive at once`, async () => {
  const ids = [(await givenRequest(world)).id, (await givenRequest(world)).id]
  const edit = async (title: string, id: string | undefined) => (await client())(editRequest, { params: { id: id ?? '' }, body: { title } })
  const edits = await Promise.allSettled(from(1, 40).map((n) => edit(`Title ${n}`, ids[n % 2])))
  expect(edits.filter(({ status }) => status === 'fulfilled')).toHaveLength(EDITS_AN_HOUR)
  for (const one of edits)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ status: 429, retryAfter: 3600, message: expect.stringContaining('changed your requests') })
  const stored = await Promise.all(ids.map((id) => timelineOf(id)))
  expect(stored.flatMap(({ items }) => items).filter(({ kind }) => kind === 'edited')).toHaveLength(EDITS_AN_HOUR)
  world.at('2026-03-01T10:00:00Z')
  expect(await edit('An hour later', ids[0])).toMatchObject({ title: 'An hour later' })
})

test('a long timeline is answered in pages of 200 events, the newest first and each oldest first', async () => {
  const { id } = await givenRequest(world)
  expect(await timelineOf(id)).toMatchObject({ items: [{ kind: 'submitted' }], more: false })
  await lengthen(id, 450)
  const newest = await timelineOf(id)
  expect([positions(newest.items), newest.more]).toEqual([from(251, 450), true])
  const earlier = await timelineOf(id, 251)
  expect([positions(earlier.items), earlier.more]).toEqual([from(51, 250), true])
  const first = await timelineOf(id, 51)
  expect([positions(first.items), first.more]).toEqual([from(1, 50), false])
  expect(await timelineOf(id, 201)).toMatchObject({ items: { length: PAGE }, more: false })
  for (const before of ['9999999999', '-1', 'x']) {
    const { token } = await world.person('client')
    const url = `/api/custom-requests/${id}/timeline?before=${before}`
    expect((await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(422)
  }
})

test('a timeline of 20,000 events is answered with less than 100 KB', async () => {
  const { id } = await givenRequest(world)
  await lengthen(id, 20_000)
  const { token } = await world.person('client')
  const answer = await world.app.inject({ url: `/api/custom-requests/${id}/timeline`, headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.length).toBeLessThan(100_000)
})

test(`a person can send ${MESSAGES_A_DAY} messages a day, over all requests, and is told to wait until tomorrow`, async () => {
  const [one, other] = [await givenRequest(world), await givenRequest(world)]
  const send = async (id: string) => (await client())(sendMessage, { params: { id }, body: { body: 'Hello' } })
  await send(one.id)
  const { id: person } = await world.person('client')
  await sql`update platform.use_count set used = ${MESSAGES_A_DAY - 1} where key = ${`requests.message.${person}/86400`}`.execute(world.db)
  world.at('2026-03-01T23:00:00Z')
  const sent = await Promise.allSettled(from(1, 5).map((n) => send(n % 2 ? one.id : other.id)))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(send(other.id)).rejects.toMatchObject({ status: 429, retryAfter: 3600, message: expect.stringContaining('tomorrow') })
  expect(await (await client())(readRequest, { params: { id: one.id } })).toMatchObject({ messages: expect.any(Number) })
  world.at('2026-03-02T00:00:00Z')
  await send(one.id)
})

test('the messages of a conversation are answered in pages, however many there are', async () => {
  const { id } = await givenRequest(world)
  await sql`insert into requests.event (request_id, position, kind, actor_id, happened_at)
    select id, n, 'message', client_id, created_at from requests.request, generate_series(2, 121) n where id = ${id}`.execute(world.db)
  await sql`insert into requests.message (request_id, position, author_id, body, created_at)
    select request_id, position, actor_id, 'Hello', happened_at from requests.event where request_id = ${id} and kind = 'message'`.execute(
    world.db
  )
  const list = async (query: { before?: number; after?: number }) => (await client())(listMessages, { params: { id }, query })
  const pages = [await list({}), await list({ before: 72 }), await list({ after: 1 })]
  expect(pages.map(({ items, more }) => [items[0]?.position, items.length, more])).toEqual([
    [72, 50, true],
    [22, 50, true],
    [2, 50, true]
  ])
})
