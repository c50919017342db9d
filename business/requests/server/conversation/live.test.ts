import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { logout } from '#accounts/contract.ts'
import { actorOf } from '#accounts/server/index.ts'
import { openListener } from '#platform/server/index.ts'
import { buildApp } from '#processes/http/app.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { type Followed, type Follower, follow } from '#tests/support/event-source.ts'
import { givenRequest } from '#tests/support/givens/requests.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { cancelRequest, deleteRequest, editRequest } from '../../contract.ts'
import { listMessages, sendMessage } from '../../conversation.contract.ts'
import { decideRequest } from '../../desk.contract.ts'
import { STREAMS_MAX } from '../../rules.ts'

let world: World
let other: Awaited<ReturnType<typeof secondApp>>
let one: string
let id: string
const followers: Follower[] = []

beforeAll(async () => {
  world = await freshWorld()
  one = await world.app.listen({ port: 0 })
  other = await secondApp()
})
afterAll(async () => {
  await other.close()
  // Streams that this test process still has open.
  world.app.server.closeAllConnections()
  await world.end()
})
beforeEach(async () => {
  id = (await givenRequest(world, { assigned_to: 'Emil' })).id
})
afterEach(() => {
  for (const follower of followers.splice(0)) follower.close()
})

/** A second app on the same database with its own listener, which behaves like another process. */
async function secondApp() {
  const listener = openListener(world.db.pool.options.connectionString!)
  const app: FastifyInstance = await buildApp({ db: world.db, now: world.now, ports: { ...world.ports, listener }, actorOf })
  const url = await app.listen({ port: 0 })
  const close = async () => {
    await app.close()
    await listener.close()
  }
  return {
    app,
    url,
    close,
    as: async (role: 'client' | 'employee', name?: string) => injectedApi(app, (await world.person(role, name)).token)
  }
}

type At = { url?: string; role?: 'client' | 'employee' | 'admin'; name?: string; after?: number; last_event_id?: number; token?: string }

async function listen({ url = one, role = 'client', name, after, last_event_id, token }: At = {}): Promise<Follower> {
  const address = `${url}/api/custom-requests/${id}/events${after === undefined ? '' : `?after=${after}`}`
  const follower = await follow(address, { token: token ?? (await world.person(role, name)).token, last_event_id })
  followers.push(follower)
  return follower
}
const say = async (body: string, role: 'client' | 'employee' = 'employee', app = other) =>
  (await app.as(role, role === 'employee' ? 'Emil' : undefined))(sendMessage, { params: { id }, body: { body } })
const said = (events: Followed[]) => events.filter(({ event }) => event === 'message').map(({ data }) => data['body'])

test('a message sent at one process arrives at the other as the list shows it', async () => {
  const [client, admin] = [await listen(), await listen({ url: other.url, role: 'admin' })]
  expect(client.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(client.headers.get('cache-control')).toContain('no-transform')
  const message = await say('From the other side')
  for (const follower of [client, admin]) {
    await follower.until((events) => events.length === 1)
    expect(follower.events).toEqual([{ id: message.position, event: 'message', data: message }])
  }
})

test('status, assignment, and edit events name the person who caused them', async () => {
  const client = await listen()
  const admin = await world.as('admin')
  await admin(decideRequest, { params: { id }, body: { status: 'accepted' } })
  await (await world.as('client'))(editRequest, { params: { id }, body: { title: 'Another' } })
  await admin(decideRequest, { params: { id }, body: { assigned_employee_id: null } })
  await (await world.as('client'))(cancelRequest, { params: { id } })
  const events = await client.until((all) => all.length === 4)
  expect(events.map(({ event, data }) => [event, data['kind'], data['status'], data['actor_name'], data['employee_name']])).toEqual([
    ['status', 'status', 'accepted', 'admin', null],
    ['edited', 'edited', 'accepted', 'client', null],
    ['assignment', 'unassigned', 'accepted', 'admin', 'Emil'],
    ['status', 'cancelled', 'cancelled', 'client', null]
  ])
})

test('Last-Event-ID continues at the other process without loss or duplicates; so does a list’s position with after', async () => {
  const first = await listen()
  await say('one')
  const [{ id: last } = { id: 0 }] = await first.until((events) => events.length === 1)
  first.close()
  await say('two')
  await say('three', 'client')
  const { position } = await (await world.as('client'))(listMessages, { params: { id }, query: {} })
  await say('four')
  const again = await listen({ url: other.url, last_event_id: last })
  expect(said(await again.until((events) => events.length === 3))).toEqual(['two', 'three', 'four'])
  const fresh = await listen({ after: position })
  expect(said(await fresh.until((events) => events.length === 1))).toEqual(['four'])
  // Last-Event-ID takes precedence over the URL that the stream was first opened with.
  const both = await listen({ after: 0, last_event_id: position })
  expect(said(await both.until((events) => events.length === 1))).toEqual(['four'])
})

test('many missed events arrive in order', async () => {
  const { position } = await say('first')
  const senders = [await other.as('client'), await other.as('employee', 'Emil'), await world.as('admin')]
  for (let round = 0; round < 5; round += 1) {
    world.at(new Date(world.now().getTime() + 61_000).toISOString())
    await Promise.all(
      Array.from({ length: 48 }, (_, at) => senders[at % 3]!(sendMessage, { params: { id }, body: { body: `${round}/${at}` } }))
    )
  }
  const late = await listen({ last_event_id: position })
  const events = await late.until((all) => all.length >= 240, 15_000)
  expect(events.map((event) => event.id)).toEqual(Array.from({ length: 240 }, (_, at) => position + 1 + at))
})

test('a message whose notification is lost still arrives within seconds', async () => {
  const client = await listen()
  await say('heard')
  await client.until((events) => events.length === 1)
  await world.db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %request_events%'
    and datname = current_database()`)
  await say('lost')
  expect(said(await client.until((events) => events.length === 2, 6000))).toEqual(['heard', 'lost'])
})

test('people without access cannot open the stream', async () => {
  for (const who of [{ name: 'other' }, { role: 'employee', name: 'Eve' }] as const) await expect(listen(who)).rejects.toThrow('404')
  await expect(listen({ token: 'unknown' })).rejects.toThrow('401')
})

test('an employee who is unassigned gets no more events and is disconnected', async () => {
  const emil = await listen({ role: 'employee', name: 'Emil', url: other.url })
  await (await world.as('admin'))(decideRequest, { params: { id }, body: { assigned_employee_id: null } })
  await say('Between us', 'client')
  await emil.ended
  expect(emil.events).toEqual([])
  await expect(listen({ role: 'employee', name: 'Emil' })).rejects.toThrow('404')
})

test('an ended session, a deactivated person, and a deleted request are disconnected soon', { timeout: 30_000 }, async () => {
  const [leaver, idle] = [await world.person('admin', 'Leaver'), await world.person('admin', 'Idle')]
  const streams = [await listen({ token: leaver.token }), await listen({ token: idle.token }), await listen()]
  await injectedApi(world.app, leaver.token)(logout, {})
  await world.db.updateTable('accounts.user').set({ is_active: false }).where('id', '=', idle.id).execute()
  await say('Not for them')
  await Promise.all(streams.slice(0, 2).map(({ ended }) => ended))
  expect(streams.slice(0, 2).flatMap(({ events }) => events)).toEqual([])
  await (await world.as('client'))(deleteRequest, { params: { id } })
  await streams[2]!.ended
})

test('the number of open streams per person is limited', async () => {
  for (let count = 0; count < STREAMS_MAX; count += 1) await listen({ role: 'admin', name: 'Many' })
  await expect(listen({ role: 'admin', name: 'Many' })).rejects.toThrow('429')
  await listen({ role: 'admin', name: 'Few' })
  followers[0]?.close()
  await expect
    .poll(() =>
      listen({ role: 'admin', name: 'Many' }).then(
        () => true,
        () => false
      )
    )
    .toBe(true)
})

test('a reader with an open stream is stored as online', async () => {
  const { id: person_id } = await world.person('client')
  await listen()
  const seen = () =>
    world.db.selectFrom('requests.reader').select('seen_at').where('request_id', '=', id).where('person_id', '=', person_id).execute()
  await expect.poll(async () => (await seen()).length).toBe(1)
})

test('closing the process ends its streams cleanly', async () => {
  const third = await secondApp()
  const client = await listen({ url: third.url })
  const cut = vi.spyOn(third.app.server, 'closeAllConnections')
  await third.close()
  await client.ended
  expect(cut).not.toHaveBeenCalled()
})

test('HEAD does not open a stream', async () => {
  const { token } = await world.person('client')
  const answer = await fetch(`${one}/api/custom-requests/${id}/events`, { method: 'HEAD', headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
})
