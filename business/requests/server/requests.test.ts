import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getProfile } from '#accounts/profile.contract.ts'
import { givenRequest } from '#tests/support/givens/requests.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { cancelRequest, createRequest, deleteRequest, editRequest, listRequests, readRequest, readTimeline } from '../contract.ts'
import { listMessages } from '../conversation.contract.ts'
import { decideRequest, listAssignedRequests } from '../desk.contract.ts'

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

const body = { title: ' A logo ', description: 'Round, and blue.', category: 'logo' } as const
const client = (name = 'client') => world.as('client', name)
const admin = () => world.as('admin')
const decide = async (
  id: string,
  sent: { status?: 'accepted' | 'in_progress' | 'completed' | 'rejected'; assigned_employee_id?: string | null }
) => (await admin())(decideRequest, { params: { id }, body: sent })
const kinds = async (id: string) =>
  (await (await admin())(readTimeline, { params: { id }, query: {} })).items.map(({ kind, status }) => [kind, status])

describe('a client', () => {
  test('submits a request and finds it in their list', async () => {
    const person = await world.person('client', 'first')
    const made = await (await client('first'))(createRequest, { body: { ...body, budget: '99.50', due_date: '2026-03-01' } })
    expect(made).toMatchObject({
      title: 'A logo',
      budget: 99.5,
      budget_cents: 9950,
      due_date: '2026-03-01',
      status: 'submitted',
      client_id: person.id,
      client_email: person.email,
      assigned_employee_id: null,
      assigned_employee_name: null,
      unread: 0,
      messages: 0
    })
    expect(await (await client('first'))(readRequest, { params: { id: made.id } })).toEqual(made)
    expect((await (await client('first'))(getProfile, {})).request_count).toBe(1)
    expect(await kinds(made.id)).toEqual([['submitted', 'submitted']])
  })

  test('may omit the budget and the due date', async () => {
    for (const extra of [{}, { budget: '', due_date: '' }, { budget: null, due_date: null }])
      expect(await (await client())(createRequest, { body: { ...body, ...extra } })).toMatchObject({ budget: null, due_date: null })
    expect(await (await client())(createRequest, { body: { ...body, budget: 0 } })).toMatchObject({ budget_cents: 0 })
  })

  test.each([
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(161) }, 'title'],
    [{ description: '' }, 'description'],
    [{ description: 'x'.repeat(2001) }, 'description'],
    [{ category: 'sculpture' }, 'category'],
    [{ budget: '-1' }, 'budget'],
    [{ budget: '1.005' }, 'budget'],
    [{ due_date: '2026-02-30' }, 'due_date'],
    [{ due_date: '2026-02-28' }, 'due_date']
  ])('a request with %j is refused at its field', async (wrong, field) => {
    const call = (await client())(createRequest, { body: { ...body, ...(wrong as object) } })
    await expect(call).rejects.toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
  })

  test('may choose today in California as the due date', async () => {
    const before = world.now().toISOString()
    const due = async (due_date: string) => (await client('early'))(createRequest, { body: { ...body, due_date } })
    world.at('2026-03-02T07:59:00Z')
    expect(await due('2026-03-01')).toMatchObject({ due_date: '2026-03-01' })
    world.at('2026-03-02T08:00:00Z')
    await expect(due('2026-03-01')).rejects.toMatchObject({ status: 422, body: { code: 'due_date_past' } })
    world.at(before)
  })

  test('searches, filters by stored statuses, and pages, newest first', async () => {
    const before = world.now().getTime()
    const ids: string[] = []
    for (const title of ['Red fox', 'Blue heron', '100%_owl']) {
      world.at(new Date(before + ids.length * 1000).toISOString())
      ids.push((await givenRequest(world, { client: 'lists', title })).id)
    }
    world.at(new Date(before).toISOString())
    await decide(ids[0]!, { status: 'accepted' })
    await decide(ids[1]!, { status: 'in_progress' })
    const found = async (query: object) => (await (await client('lists'))(listRequests, { query })).items.map(({ id }) => ids.indexOf(id))
    expect(await found({})).toEqual([2, 1, 0])
    expect(await found({ search: 'FOX' })).toEqual([0])
    expect(await found({ search: '100%_' })).toEqual([2])
    expect(await found({ search: '100_' })).toEqual([])
    expect(await found({ status: 'accepted,in_progress' })).toEqual([1, 0])
    expect(await found({ status: 'submitted' })).toEqual([2])
    expect(await found({ page: 2, page_size: 2 })).toEqual([0])
    expect(await (await client('lists'))(listRequests, { query: { page_size: 2 } })).toMatchObject({ total: 3, page: 1, page_size: 2 })
    await expect((await client())(listRequests, { query: { status: 'done' } })).rejects.toMatchObject({ status: 422 })
  })

  test('edits the given fields while the request is open; an edit without changes adds no event', async () => {
    const { id } = await (await client())(createRequest, { body: { ...body, budget: 10, due_date: '2026-03-05' } })
    const edit = async (sent: object) => (await client())(editRequest, { params: { id }, body: sent })
    expect(await edit({ title: 'A sign', budget: '' })).toMatchObject({ title: 'A sign', budget: null, due_date: '2026-03-05' })
    await edit({ title: 'A sign', due_date: '2026-03-05' })
    expect(await kinds(id)).toEqual([
      ['submitted', 'submitted'],
      ['edited', 'submitted']
    ])
    const before = world.now().toISOString()
    world.at('2026-03-20T12:00:00Z')
    expect(await edit({ description: 'Square.', due_date: '2026-03-05' })).toMatchObject({ description: 'Square.' })
    await expect(edit({ due_date: '2026-03-19' })).rejects.toMatchObject({ status: 422, body: { code: 'due_date_past' } })
    world.at(before)
  })

  test.each(['completed', 'rejected'] as const)('cannot edit or cancel a request that is %s, but can delete it', async (status) => {
    const { id } = await givenRequest(world)
    await decide(id, { status })
    const refusal = { status: 409, body: { code: 'not_editable' } }
    await expect((await client())(editRequest, { params: { id }, body: { title: 'Late' } })).rejects.toMatchObject(refusal)
    await expect((await client())(cancelRequest, { params: { id } })).rejects.toMatchObject(refusal)
    await (await client())(deleteRequest, { params: { id } })
    await expect((await client())(readRequest, { params: { id } })).rejects.toMatchObject({ status: 404 })
  })

  test('cancels once, even with parallel calls', async () => {
    const { id } = await givenRequest(world)
    await Promise.all([1, 2, 3].map(async () => (await client())(cancelRequest, { params: { id } })))
    expect(await kinds(id)).toEqual([
      ['submitted', 'submitted'],
      ['cancelled', 'cancelled']
    ])
  })

  test('leaves a deletion in the audit log, without the client’s texts', async () => {
    const { id } = await givenRequest(world, { title: 'Secret bakery' })
    await (await client())(deleteRequest, { params: { id } })
    const entry = await world.db.selectFrom('accounts.audit_entry').selectAll().where('subject', '=', id).executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'custom_request.deleted', details: { status: 'submitted' } })
    expect(JSON.stringify(entry)).not.toContain('bakery')
  })
})

describe('access', () => {
  test('another client’s request is 404 in every call', async () => {
    const { id } = await givenRequest(world)
    const other = await client('other')
    const calls = [
      () => other(readRequest, { params: { id } }),
      () => other(editRequest, { params: { id }, body: { title: 'Mine' } }),
      () => other(cancelRequest, { params: { id } }),
      () => other(deleteRequest, { params: { id } }),
      () => other(readTimeline, { params: { id }, query: {} }),
      () => other(listMessages, { params: { id }, query: {} })
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404, body: { code: 'request_not_found' } })
    expect((await other(listRequests, { query: {} })).items).toEqual([])
  })

  test('an employee can read a request while it is assigned to them', async () => {
    const { id } = await givenRequest(world, { assigned_to: 'Emil' })
    const [emil, eve] = [await world.as('employee', 'Emil'), await world.as('employee', 'Eve')]
    expect(await emil(readRequest, { params: { id } })).toMatchObject({ assigned_employee_name: 'Emil', client_email: null })
    expect((await emil(listAssignedRequests, { query: {} })).items.map(({ client_email }) => client_email)).toEqual([null])
    expect((await (await world.as('admin'))(readRequest, { params: { id } })).client_email).toContain('@')
    await expect(eve(readRequest, { params: { id } })).rejects.toMatchObject({ status: 404 })
    expect((await eve(listAssignedRequests, { query: {} })).items).toEqual([])
    await decide(id, { assigned_employee_id: null })
    await expect(emil(readRequest, { params: { id } })).rejects.toMatchObject({ status: 404 })
  })
})

test('the timeline is append-only and is deleted only with its request', async () => {
  const { id } = await givenRequest(world)
  for (const statement of [
    sql`update requests.event set actor_id = actor_id where request_id = ${id}`,
    sql`delete from requests.event where request_id = ${id}`
  ])
    await expect(statement.execute(world.db)).rejects.toThrow('only added to')
})
