import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { givenRequest } from '#tests/support/givens/requests.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { cancelRequest, createRequest, readTimeline } from '../contract.ts'
import { decideRequest, listAllRequests, listAssignedRequests, searchAssignees } from '../desk.contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
/** Each test runs in its own hour, because requests are limited per hour. */
let hours = 0
beforeEach(() => {
  world.at(new Date(Date.parse('2026-03-01T09:00:00Z') + (hours % 12) * 3_600_000).toISOString())
  hours += 1
})
afterAll(() => world.end())

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const body = { title: ' A logo ', description: 'Round, and blue.', category: 'logo' } as const
const client = (name = 'client') => world.as('client', name)
const admin = () => world.as('admin')
const decide = async (
  id: string,
  sent: { status?: 'accepted' | 'in_progress' | 'completed' | 'rejected'; assigned_employee_id?: string | null }
) => (await admin())(decideRequest, { params: { id }, body: sent })
const kinds = async (id: string) =>
  (await (await admin())(readTimeline, { params: { id }, query: {} })).items.map(({ kind, status }) => [kind, status])
const mailsTo = async (email: string) => (await world.mails()).filter(({ to }) => to === email)

describe('an admin', () => {
  test('sets the status, which sends a mail to the client and adds a timeline event', async () => {
    const person = await world.person('client', 'told')
    const { id } = await givenRequest(world, { client: 'told' })
    expect(await decide(id, { status: 'accepted' })).toMatchObject({ status: 'accepted' })
    await decide(id, { status: 'accepted' })
    expect(await mailsTo(person.email)).toMatchObject([
      { subject: 'Your request was accepted', text: expect.stringContaining(`http://easel.test/custom-requests/${id}`) }
    ])
    const { items } = await (await client('told'))(readTimeline, { params: { id }, query: {} })
    expect(items.map(({ kind, status, actor_name }) => [kind, status, actor_name])).toEqual([
      ['submitted', 'submitted', 'told'],
      ['status', 'accepted', 'admin']
    ])
    const actions = await world.db.selectFrom('accounts.audit_entry').select(['action', 'details']).where('subject', '=', id).execute()
    expect(actions).toEqual([{ action: 'custom_request.status_changed', details: { from: 'submitted', to: 'accepted' } }])
  })

  test('assigns an employee, with a mail, then another one, then none', async () => {
    const [emil, eve] = [await world.person('employee', 'Emil'), await world.person('employee', 'Eve')]
    const { id } = await givenRequest(world)
    await decide(id, { assigned_employee_id: emil.id, status: 'in_progress' })
    await decide(id, { assigned_employee_id: emil.id })
    await decide(id, { assigned_employee_id: eve.id })
    expect(await decide(id, { assigned_employee_id: null })).toMatchObject({ assigned_employee_id: null, status: 'in_progress' })
    const { items } = await (await admin())(readTimeline, { params: { id }, query: {} })
    expect(items.map(({ kind, employee_name }) => [kind, employee_name])).toEqual([
      ['submitted', null],
      ['status', null],
      ['assigned', 'Emil'],
      ['assigned', 'Eve'],
      ['unassigned', 'Eve']
    ])
    expect((await mailsTo(emil.email)).filter(({ text }) => text.includes(`/employee/requests/${id}`))).toHaveLength(1)
  })

  test('only an active employee can be assigned', async () => {
    const { id } = await givenRequest(world)
    const gone = await world.person('employee', 'gone')
    await world.db.updateTable('accounts.user').set({ is_active: false }).where('id', '=', gone.id).execute()
    for (const assigned_employee_id of [gone.id, UNKNOWN, (await world.person('client')).id])
      await expect(decide(id, { assigned_employee_id })).rejects.toMatchObject({ status: 404, body: { code: 'employee_not_found' } })
    await expect(decide(UNKNOWN, { status: 'accepted' })).rejects.toMatchObject({ status: 404, body: { code: 'request_not_found' } })
  })

  test('cannot change a canceled request', async () => {
    const { id } = await givenRequest(world)
    await (await client())(cancelRequest, { params: { id } })
    const { id: employee } = await world.person('employee', 'Emil')
    for (const sent of [{ status: 'accepted' } as const, { assigned_employee_id: employee }, { assigned_employee_id: null }])
      await expect(decide(id, sent)).rejects.toMatchObject({ status: 409, body: { code: 'request_cancelled' } })
  })

  test.each(['completed', 'rejected'] as const)('only one of a concurrent cancellation and the status %s succeeds', async (status) => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await givenRequest(world)
      const [cancelled, decided] = await Promise.allSettled([(await client())(cancelRequest, { params: { id } }), decide(id, { status })])
      expect([cancelled.status, decided.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      const final = cancelled.status === 'fulfilled' ? 'cancelled' : status
      expect((await kinds(id)).at(-1)?.[1]).toBe(final)
    }
  })

  test('a cancellation wins over a concurrent acceptance', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await givenRequest(world)
      const [accepted] = await Promise.allSettled([decide(id, { status: 'accepted' }), (await client())(cancelRequest, { params: { id } })])
      const states = (await kinds(id)).map(([, status]) => status)
      expect(states).toEqual(accepted.status === 'fulfilled' ? ['submitted', 'accepted', 'cancelled'] : ['submitted', 'cancelled'])
    }
  })

  test('lists all requests by text in request or client, status, and assignment', async () => {
    const { id } = await givenRequest(world, { client: 'Zacharias Zimt', title: 'Walrus', assigned_to: 'Emil' })
    const found = async (query: object) => (await (await admin())(listAllRequests, { query: { page_size: 100, ...query } })).items
    for (const q of ['walrus', 'zimt', 'zacharias-zimt-client@'])
      expect({ q, ids: (await found({ q })).map((one) => one.id) }).toEqual({ q, ids: [id] })
    expect((await found({ assigned: 'none' })).map((one) => one.id)).not.toContain(id)
    expect((await found({ assigned: 'any', q: 'walrus' })).map((one) => one.id)).toEqual([id])
    expect((await found({ assigned: (await world.person('employee', 'Emil')).id })).map((one) => one.id)).toContain(id)
    expect(await found({ q: 'walrus', status: 'completed' })).toEqual([])
  })
})

test('an employee sees open requests first, by due date', async () => {
  const made: string[] = []
  for (const due_date of [null, '2026-04-02', '2026-04-01', '2026-03-15']) {
    const { id } = await (await client())(createRequest, { body: { ...body, due_date } })
    await decide(id, { assigned_employee_id: (await world.person('employee', 'Ordered')).id })
    made.push(id)
  }
  await decide(made[3]!, { status: 'completed' })
  const { items, total } = await (await world.as('employee', 'Ordered'))(listAssignedRequests, { query: {} })
  expect([items.map(({ id }) => made.indexOf(id)), total]).toEqual([[2, 1, 0, 3], 4])
})

describe('the employee search', () => {
  const search = async (query: { q?: string; id?: string }) => (await admin())(searchAssignees, { query })

  test('finds any employee by name or address, beyond the newest 100, an exact address first', async () => {
    const oldest = await world.person('employee', 'zeno')
    await sql`insert into accounts."user" (name, email, role, email_verified, created_at)
      select 'Many ' || n, 'many' || n || '.zeno-employee@example.com', 'employee', true, ${world.now()}
      from generate_series(1, 120) n`.execute(world.db)
    const { items, total } = await search({ q: oldest.email })
    expect(items[0]).toMatchObject({ id: oldest.id, email: oldest.email, is_active: true })
    expect(total).toBe(121)
    expect(items).toHaveLength(10)
    expect(await search({ q: 'many 117' })).toMatchObject({ total: 1, items: [{ name: 'Many 117' }] })
    expect(await search({ id: oldest.id })).toMatchObject({ total: 1, items: [{ id: oldest.id }] })
    expect(await search({ q: '%' })).toMatchObject({ total: 0, items: [] })
    const { id } = await givenRequest(world)
    expect(await decide(id, { assigned_employee_id: oldest.id })).toMatchObject({ assigned_employee_id: oldest.id })
    expect(await (await admin())(listAllRequests, { query: { assigned: oldest.id } as never })).toMatchObject({ total: 1, items: [{ id }] })
  })

  test('leaves out clients and deleted employees', async () => {
    const client = await world.person('client', 'searched')
    expect(await search({ q: client.email })).toMatchObject({ total: 0 })
  })
})

test('an employee pages through all assigned requests', async () => {
  const employee = await world.person('employee', 'busy')
  for (let count = 0; count < 3; count += 1) await decide((await givenRequest(world)).id, { assigned_employee_id: employee.id })
  const list = async (page: number) =>
    (await world.as('employee', 'busy'))(listAssignedRequests, { query: { page, page_size: 2 } as never })
  const pages = [await list(1), await list(2)]
  expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
    [2, 3],
    [1, 3]
  ])
  expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(3)
})
