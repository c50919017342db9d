import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { givenRequest } from '#tests/support/givens/requests.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { listMessages, sendMessage } from '../../conversation.contract.ts'
import { mailAbsent } from './away.service.ts'

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
/** Runs the job that is due ten minutes after the message. */
const look = ({ position }: { position: number }) => mailAbsent(world.ctx(), { request_id: request, position })
/** Returns the recipients and subjects of the mails about this request. */
const sentMails = async () =>
  (await world.mails())
    .filter(({ subject, text }) => /new message/.test(subject) && text.includes(request))
    .map(({ to, subject }) => [to.split('-').at(-1)?.split('@')[0], subject])

test('a reader who has not read within ten minutes gets one mail for all new messages', async () => {
  const first = await say('client')
  pass(4)
  const second = await say('client')
  pass(6)
  await look(first)
  pass(4)
  await look(second)
  expect(await sentMails()).toEqual([['employee', '2 new messages at Easel']])
  const third = await say('client')
  pass(10)
  await look(third)
  expect(await sentMails(), 'still unread: no second mail').toHaveLength(1)
})

test('after reading, a reader is mailed again about later messages', async () => {
  const first = await say('client')
  pass(10)
  await look(first)
  await read('employee', 'Emil')
  const second = await say('client')
  pass(10)
  await look(second)
  expect((await sentMails()).map(([, subject]) => subject)).toEqual(['A new message at Easel', 'A new message at Easel'])
})

test('a reader who reads the message within ten minutes gets no mail', async () => {
  const message = await say('client')
  pass(9)
  await read('employee', 'Emil')
  pass(1)
  await look(message)
  expect(await sentMails()).toEqual([])
})

test('a reader who was just online is checked again and mailed after ten minutes', async () => {
  await read('employee', 'Emil')
  pass(1)
  const message = await say('client')
  const seen = world.db.updateTable('requests.reader').where('request_id', '=', request)
  pass(8)
  // The conversation is open in a background window.
  await seen.set({ seen_at: world.now() }).execute()
  pass(2)
  await look(message)
  expect(await sentMails()).toEqual([])
  const { rows } = await world.db.pool.query<{ wait: number }>(
    `select extract(epoch from start_after - now())::int as wait from jobs.job
     where name = 'requests.tell-away' and data->>'request_id' = $1 order by start_after limit 1`,
    [request]
  )
  expect(rows[0]?.wait).toBeGreaterThan(450)
  expect(rows[0]?.wait).toBeLessThanOrEqual(480)
  pass(8)
  await look(message)
  expect(await sentMails()).toHaveLength(1)
})

test('the mail links to the conversation and does not contain the messages', async () => {
  const message = await say('employee', 'Emil')
  pass(10)
  await look(message)
  expect(await sentMails()).toEqual([['client', 'A new message at Easel']])
  const mail = (await world.mails()).find(({ text }) => text.includes(`http://easel.test/custom-requests/${request}`))
  expect(mail?.text).not.toContain('Between us')
})

test('without an assignee every admin is mailed; otherwise only admins who took part', async () => {
  await world.person('admin', 'Ada')
  await world.person('admin', 'Bob')
  request = (await givenRequest(world)).id
  const message = await say('client')
  pass(10)
  await look(message)
  expect((await sentMails()).length).toBeGreaterThanOrEqual(2)
  expect(new Set((await sentMails()).map(([who]) => who))).toEqual(new Set(['admin']))
  request = (await givenRequest(world, { assigned_to: 'Emil' })).id
  await say('admin', 'Bob')
  const answered = await say('client')
  pass(10)
  await look(answered)
  expect((await sentMails()).map(([who]) => who).toSorted(), 'also the client, who has not read the admin’s message').toEqual([
    'admin',
    'client',
    'employee'
  ])
})

test('two parallel jobs send one mail', async () => {
  const message = await say('client')
  pass(10)
  await Promise.all([look(message), look(message), look(message)])
  expect(await sentMails()).toHaveLength(1)
})

test('a deactivated assignee gets no mail; all admins do', async () => {
  await world.person('admin', 'Ada')
  request = (await givenRequest(world, { assigned_to: 'Idle' })).id
  const { id } = await world.person('employee', 'Idle')
  const message = await say('client')
  await world.db.updateTable('accounts.user').set({ is_active: false }).where('id', '=', id).execute()
  pass(10)
  await look(message)
  expect(new Set((await sentMails()).map(([who]) => who))).toEqual(new Set(['admin']))
})

test('if the assignee is no longer an employee, admins are mailed', async () => {
  await world.person('admin', 'Ada')
  request = (await givenRequest(world, { assigned_to: 'Former' })).id
  const { id } = await world.person('employee', 'Former')
  await world.db.updateTable('accounts.user').set({ role: 'client' }).where('id', '=', id).execute()
  const message = await say('client')
  pass(10)
  await look(message)
  expect(new Set((await sentMails()).map(([who]) => who))).toEqual(new Set(['admin']))
})
