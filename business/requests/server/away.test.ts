import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { givenRequest } from '#tests/support/givens/requests.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { listMessages, sendMessage } from '../contract.ts'
import { tellAway } from './away.service.ts'

let world: World
let request: string
let minutes = 0
const START = Date.parse('2026-03-01T12:00:00Z')

beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
beforeEach(async () => {
  request = (await givenRequest(world, { assigned_to: 'Emil' })).id
})

const pass = (more: number) => {
  minutes += more
  world.at(new Date(START + minutes * 60_000).toISOString())
}
type Who = ['client'] | ['employee', string] | ['admin', string]
const say = async (...[role, name]: Who) =>
  (await world.as(role, name))(sendMessage, { params: { id: request }, body: { body: 'Between us' } })
const read = async (...[role, name]: Who) => (await world.as(role, name))(listMessages, { params: { id: request }, query: {} })
/** As the job does ten minutes after the message. */
const look = ({ position }: { position: number }) => tellAway(world.ctx(), { request_id: request, position })
/** Of this request, to whom and about how many. */
const told = async () =>
  (await world.mails())
    .filter(({ subject, text }) => /new message/.test(subject) && text.includes(request))
    .map(({ to, subject }) => [to.split('-').at(-1)?.split('@')[0], subject])

test('who has not read within ten minutes is mailed, once for all that came', async () => {
  const first = await say('client')
  pass(4)
  const second = await say('client')
  pass(6)
  await look(first)
  pass(4)
  await look(second)
  expect(await told()).toEqual([['employee', '2 new messages at Easel']])
  const third = await say('client')
  pass(10)
  await look(third)
  expect(await told(), 'still unread: no second mail').toHaveLength(1)
})

test('who has read is told again of what comes after that', async () => {
  const first = await say('client')
  pass(10)
  await look(first)
  await read('employee', 'Emil')
  const second = await say('client')
  pass(10)
  await look(second)
  expect((await told()).map(([, subject]) => subject)).toEqual(['A new message at Easel', 'A new message at Easel'])
})

test('who has read in time is not mailed', async () => {
  const message = await say('client')
  pass(9)
  await read('employee', 'Emil')
  pass(1)
  await look(message)
  expect(await told()).toEqual([])
})

test('who was there a moment ago is looked at again, and mailed when ten minutes are over', async () => {
  await read('employee', 'Emil')
  pass(1)
  const message = await say('client')
  const seen = world.db.updateTable('requests.reader').where('request_id', '=', request)
  pass(8)
  // As an open conversation in a window that nobody looks at.
  await seen.set({ seen_at: world.now() }).execute()
  pass(2)
  await look(message)
  expect(await told()).toEqual([])
  const { rows } = await world.db.pool.query<{ wait: number }>(
    `select extract(epoch from start_after - now())::int as wait from jobs.job
     where name = 'requests.tell-away' and data->>'request_id' = $1 order by start_after limit 1`,
    [request]
  )
  expect(rows[0]?.wait).toBeGreaterThan(450)
  expect(rows[0]?.wait).toBeLessThanOrEqual(480)
  pass(8)
  await look(message)
  expect(await told()).toHaveLength(1)
})

test('the client is told where to read; nothing of what was said is in the mail', async () => {
  const message = await say('employee', 'Emil')
  pass(10)
  await look(message)
  expect(await told()).toEqual([['client', 'A new message at Easel']])
  const mail = (await world.mails()).find(({ text }) => text.includes(`http://easel.test/custom-requests/${request}`))
  expect(mail?.text).not.toContain('Between us')
})

test('where nobody is assigned every admin is told; else those admins who took part', async () => {
  await world.person('admin', 'Ada')
  await world.person('admin', 'Bob')
  request = (await givenRequest(world)).id
  const message = await say('client')
  pass(10)
  await look(message)
  expect((await told()).length).toBeGreaterThanOrEqual(2)
  expect(new Set((await told()).map(([who]) => who))).toEqual(new Set(['admin']))
  request = (await givenRequest(world, { assigned_to: 'Emil' })).id
  await say('admin', 'Bob')
  const answered = await say('client')
  pass(10)
  await look(answered)
  expect((await told()).map(([who]) => who).toSorted(), 'the client too: what the admin asked is unread').toEqual([
    'admin',
    'client',
    'employee'
  ])
})

test('two looks at once write one mail', async () => {
  const message = await say('client')
  pass(10)
  await Promise.all([look(message), look(message), look(message)])
  expect(await told()).toHaveLength(1)
})

test('a deactivated employee is not written to; admins are, as where nobody is assigned', async () => {
  await world.person('admin', 'Ada')
  request = (await givenRequest(world, { assigned_to: 'Idle' })).id
  const { id } = await world.person('employee', 'Idle')
  const message = await say('client')
  await world.db.updateTable('accounts.user').set({ is_active: false }).where('id', '=', id).execute()
  pass(10)
  await look(message)
  expect(new Set((await told()).map(([who]) => who))).toEqual(new Set(['admin']))
})

test('where the one assigned is an employee no more, admins are told', async () => {
  await world.person('admin', 'Ada')
  request = (await givenRequest(world, { assigned_to: 'Former' })).id
  const { id } = await world.person('employee', 'Former')
  await world.db.updateTable('accounts.user').set({ role: 'client' }).where('id', '=', id).execute()
  const message = await say('client')
  pass(10)
  await look(message)
  expect(new Set((await told()).map(([who]) => who))).toEqual(new Set(['admin']))
})
