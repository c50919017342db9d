import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteUser } from '#accounts/users.contract.ts'
import { attach, givenRequest } from '#tests/support/givens/requests.ts'
import { picture } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { deleteRequest, listRequests, readRequest, readTimeline } from '../../contract.ts'
import { listMessages, markRead, sendMessage } from '../../conversation.contract.ts'

let world: World
let id: string
/** Each test runs in its own minutes, because messages are limited per minute. */
let hours = 0
beforeEach(() => {
  hours += 1
  world.at(new Date(Date.parse('2026-03-01T12:00:00Z') + hours * 3_600_000).toISOString())
})
beforeAll(async () => {
  world = await freshWorld()
  id = (await givenRequest(world, { assigned_to: 'Emil' })).id
})
afterAll(() => world.end())

const client = () => world.as('client')
const emil = () => world.as('employee', 'Emil')
const say = async (who: Awaited<ReturnType<typeof client>>, body: string, more: object = {}, request = id) =>
  who(sendMessage, { params: { id: request }, body: { body, ...more } })
const bodies = async (query: object = {}, request = id) =>
  (await (await world.as('admin'))(listMessages, { params: { id: request }, query })).items.map(({ body }) => body)

test('client, assignee, and admins exchange messages with their names and roles', async () => {
  await say(await client(), ' Hello \n')
  await say(await emil(), 'Good morning')
  await say(await world.as('admin'), 'Hi both')
  const { items, more } = await (await client())(listMessages, { params: { id }, query: {} })
  expect(items.map(({ body, author_name, author_role }) => [body, author_name, author_role])).toEqual([
    ['Hello', 'client', 'client'],
    ['Good morning', 'Emil', 'employee'],
    ['Hi both', 'admin', 'admin']
  ])
  expect(more).toBe(false)
})

test('other people can neither read nor write', async () => {
  for (const other of [await world.as('client', 'other'), await world.as('employee', 'Eve')]) {
    await expect(say(other, 'Me too')).rejects.toMatchObject({ status: 404, body: { code: 'request_not_found' } })
    await expect(other(listMessages, { params: { id }, query: {} })).rejects.toMatchObject({ status: 404 })
    await expect(other(markRead, { params: { id }, body: { position: 1 } })).rejects.toMatchObject({ status: 404 })
  }
})

test.each([
  ['', 422],
  ['  \n ', 422],
  ['x'.repeat(4001), 422],
  ['x'.repeat(4000), 201]
])('a message with the text %j gets the status %i', async (body, status) => {
  const answer = await say(await client(), body).then(
    () => 201,
    (error: { status: number }) => error.status
  )
  expect(answer).toBe(status)
})

test('parallel messages from everyone get positions without gaps or duplicates', async () => {
  const request = (await givenRequest(world, { assigned_to: 'Emil' })).id
  const [one, two, three] = [await client(), await emil(), await world.as('admin')]
  const sent = await Promise.all(Array.from({ length: 30 }, (_, number) => say([one, two, three][number % 3]!, `m${number}`, {}, request)))
  const first = Math.min(...sent.map(({ position }) => position))
  expect(sent.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual(sent.map((_, number) => first + number))
})

test('a reader who continues after the last message misses none while others write', async () => {
  const request = (await givenRequest(world, { assigned_to: 'Emil' })).id
  const [one, two] = [await client(), await emil()]
  let isOver = false
  const writing = Promise.all(Array.from({ length: 40 }, (_, number) => say(number % 2 ? one : two, `m${number}`, {}, request))).then(
    (sent) => {
      isOver = true
      return sent
    }
  )
  const seen: number[] = []
  const reader = await world.as('admin')
  for (let isLast = false; !isLast; ) {
    isLast = isOver
    const { items } = await reader(listMessages, { params: { id: request }, query: { after: seen.at(-1) ?? 0 } })
    seen.push(...items.map(({ position }) => position))
    if (items.length === 50) isLast = false
  }
  expect(seen).toEqual((await writing).map(({ position }) => position).toSorted((a, b) => a - b))
})

test('calls with the same key send one message, even in parallel', async () => {
  const request = (await givenRequest(world)).id
  const client_key = randomUUID()
  const me = await client()
  const sent = await Promise.all(Array.from({ length: 5 }, () => say(me, 'Once', { client_key }, request)))
  expect(new Set(sent.map((message) => message.id)).size).toBe(1)
  expect(await say(me, 'Once', { client_key }, request)).toEqual(sent[0])
  expect(await bodies({}, request)).toEqual(['Once'])
  // Keys are per sender.
  await say(await world.as('admin'), 'Twice', { client_key }, request)
  expect(await bodies({}, request)).toEqual(['Once', 'Twice'])
})

test('messages can be paged backward and forward', async () => {
  const request = (await givenRequest(world)).id
  const before = world.now().getTime()
  for (let number = 0; number < 55; number += 1) {
    if (number % 50 === 0) world.at(new Date(before + number * 60_000).toISOString())
    await say(await client(), String(number), {}, request)
  }
  world.at(new Date(before).toISOString())
  const reader = await world.as('admin')
  const newest = await reader(listMessages, { params: { id: request }, query: {} })
  expect([newest.items[0]!.body, newest.items.at(-1)!.body, newest.more]).toEqual(['5', '54', true])
  const older = await reader(listMessages, { params: { id: request }, query: { before: newest.items[0]!.position } })
  expect([older.items.map(({ body }) => body), older.more]).toEqual([['0', '1', '2', '3', '4'], false])
  const on = await reader(listMessages, { params: { id: request }, query: { after: older.items.at(-1)!.position } })
  expect([on.items[0]!.body, on.items.length, on.more]).toEqual(['5', 50, false])
  expect(newest.position).toBe(newest.items.at(-1)!.position)
})

describe('unread', () => {
  const unread = async (who: Awaited<ReturnType<typeof client>>, request: string) =>
    (await who(readRequest, { params: { id: request } })).unread

  test('counts the messages of others since each person last read', async () => {
    const request = (await givenRequest(world, { client: 'counts', assigned_to: 'Emil' })).id
    const me = await world.as('client', 'counts')
    await say(me, 'One', {}, request)
    await say(await emil(), 'Two', {}, request)
    await say(await emil(), 'Three', {}, request)
    expect([await unread(me, request), await unread(await emil(), request), await unread(await world.as('admin'), request)]).toEqual([
      2, 1, 3
    ])
    expect((await me(listRequests, { query: {} })).items).toMatchObject([{ unread: 2, messages: 3 }])
    await me(listMessages, { params: { id: request }, query: {} })
    expect([await unread(me, request), await unread(await emil(), request)]).toEqual([0, 1])
  })

  test('paging back marks nothing as read, and the read position only moves forward', async () => {
    const request = (await givenRequest(world, { assigned_to: 'Emil' })).id
    const me = await client()
    const first = await say(await emil(), 'One', {}, request)
    const second = await say(await emil(), 'Two', {}, request)
    await me(listMessages, { params: { id: request }, query: { before: 99 } })
    expect(await unread(me, request)).toBe(2)
    await me(markRead, { params: { id: request }, body: { position: first.position } })
    expect(await unread(me, request)).toBe(1)
    await me(markRead, { params: { id: request }, body: { position: 1_000_000 } })
    await me(markRead, { params: { id: request }, body: { position: first.position } })
    expect(await unread(me, request)).toBe(0)
    await say(await emil(), `After ${second.position}`, {}, request)
    expect(await unread(me, request)).toBe(1)
  })
})

describe('when someone is deleted', () => {
  const erase = async (user: string) => (await world.as('admin'))(deleteUser, { params: { id: user } })

  test('a client’s requests are deleted with their messages and files', async () => {
    const person = await world.person('client', 'leaving')
    const request = (await givenRequest(world, { client: 'leaving', assigned_to: 'Emil' })).id
    const { body: file } = await attach(world, person.token, request, { name: 'a.png', bytes: await picture() })
    await say(await world.as('client', 'leaving'), 'Bye', { attachment_ids: [file.id] }, request)
    const keys = await world.db.selectFrom('requests.attachment').select('file_key').where('request_id', '=', request).execute()
    expect(await world.files.size(keys[0]!.file_key)).toBeGreaterThan(0)
    await erase(person.id)
    await world.work()
    await expect((await world.as('admin'))(readRequest, { params: { id: request } })).rejects.toMatchObject({ status: 404 })
    expect(await world.files.size(keys[0]!.file_key)).toBeUndefined()
    for (const table of ['event', 'message', 'attachment', 'reader'] as const)
      expect(await world.db.selectFrom(`requests.${table}`).selectAll().where('request_id', '=', request).execute()).toEqual([])
  })

  test('an employee’s messages stay by Deleted user, and the request becomes unassigned', async () => {
    const person = await world.person('employee', 'Quitter')
    const request = (await givenRequest(world, { assigned_to: 'Quitter' })).id
    await say(await world.as('employee', 'Quitter'), 'I begin', {}, request)
    await erase(person.id)
    const { items } = await (await client())(listMessages, { params: { id: request }, query: {} })
    expect(items).toMatchObject([{ body: 'I begin', author_id: null, author_name: 'Deleted user', author_role: null }])
    expect(await (await client())(readRequest, { params: { id: request } })).toMatchObject({ assigned_employee_id: null })
    const timeline = await (await client())(readTimeline, { params: { id: request }, query: {} })
    expect(timeline.items.at(-1)).toMatchObject({ kind: 'unassigned', employee_name: 'Deleted user' })
  })
})

test('deleting a request deletes its messages and files', async () => {
  const request = (await givenRequest(world)).id
  const { token } = await world.person('client')
  const { body: file } = await attach(world, token, request, { name: 'a.png', bytes: await picture() })
  await say(await client(), 'With file', { attachment_ids: [file.id] }, request)
  const { file_key, preview_key } = await world.db
    .selectFrom('requests.attachment')
    .select(['file_key', 'preview_key'])
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow()
  await (await client())(deleteRequest, { params: { id: request } })
  await world.work()
  for (const key of [file_key, preview_key!]) expect(await world.files.size(key)).toBeUndefined()
  expect(await world.db.selectFrom('requests.message').selectAll().where('request_id', '=', request).execute()).toEqual([])
})
