import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteUser } from '#accounts/users.contract.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { listContactMessages, markContactMessage, openContactForm, sendContact } from '../contract.ts'
import { CONTACT_RETENTION_DAYS, CONTACT_THANKS } from '../rules.ts'
import { helpRetention } from './index.ts'

let world: World
let minutes = 0
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
/** Each test runs in its own hour, because the limits apply per hour. */
beforeEach(() => {
  minutes += 60
  pass(0)
})

const pass = (seconds: number) => world.at(new Date(Date.parse('2026-03-01T12:00:00Z') + minutes * 60_000 + seconds * 1000).toISOString())
const form = { name: 'Ada Lovelace', email: 'Ada@Example.com', subject: 'A question', message: 'May I print it?' }
const send = (more: object = {}) => world.api(sendContact, { body: { ...form, ...more } })
const list = async (query: object = {}) => (await world.as('admin'))(listContactMessages, { query })
const find = async (subject: string, state?: 'spam') => (await list({ q: subject, ...(state && { state }) })).items
const mailed = async (subject: string) => (await world.mails()).filter((mail) => mail.subject === `Contact: ${subject}`)

test('a message is stored and mailed to support, with the sender as reply address', async () => {
  const { form_token } = await world.api(openContactForm, {})
  pass(20)
  expect(await send({ subject: 'Print?', form_token, message: 'One.\n\nTwo\r\nThree.' })).toEqual({ message: CONTACT_THANKS })
  expect(await find('Print?')).toMatchObject([
    { name: 'Ada Lovelace', email: 'ada@example.com', subject: 'Print?', state: 'open', done_at: null, done_by_name: null }
  ])
  const [mail] = await mailed('Print?')
  expect(mail).toMatchObject({ to: 'support@easel.test', reply_to: 'ada@example.com' })
  expect(mail?.text).toContain('Two\nThree.')
})

test('markup and line breaks in a message are escaped', async () => {
  await send({ subject: 'Hi\r\nBcc: all@example.com', name: '<b>Ada</b>', message: '<script>alert(1)</script>' })
  const [mail] = await mailed('Hi Bcc: all@example.com')
  expect(mail?.subject).not.toMatch(/[\r\n]/)
  expect(mail?.html).not.toMatch(/<b>Ada|<script>alert/)
})

test.each([
  ['name', ' ', 'Please enter your name.'],
  ['name', 'x'.repeat(101), 'At most 100 characters.'],
  ['email', 'ada', 'Please enter a valid email.'],
  ['subject', '', 'Please enter a subject.'],
  ['subject', 'x'.repeat(161), 'At most 160 characters.'],
  ['message', '\n', 'Please write a message.'],
  ['message', 'x'.repeat(5001), 'At most 5000 characters.']
])('the field %s refuses %j', async (field, value, text) => {
  await expect(send({ [field]: value })).rejects.toMatchObject({ status: 422, body: { fields: { [field]: text } } })
})

test('all four fields are required', async () => {
  const call = world.api(sendContact, { body: {} as typeof form })
  await expect(call).rejects.toMatchObject({
    status: 422,
    body: {
      fields: { name: 'Please enter your name.', email: expect.any(String), subject: expect.any(String), message: expect.any(String) }
    }
  })
})

test.each([
  ['the hidden field', { website: 'http://x.example' }, 60],
  ['a form submitted too fast', {}, 1],
  ['a forged token', { form_token: '1.abc' }, 60],
  ['too many links', { message: 'http://a.example '.repeat(6) }, 60]
])('%s marks a message as spam, which is stored but not mailed, with the same answer', async (name, more, seconds) => {
  const subject = `Spam ${name}`.slice(0, 100)
  const { form_token } = await world.api(openContactForm, {})
  pass(seconds)
  expect(await send({ form_token, subject, ...more })).toEqual({ message: CONTACT_THANKS })
  expect([await find(subject), (await find(subject, 'spam')).length, await mailed(subject)]).toEqual([[], 1, []])
})

test('a message without a form token is accepted, but is spam if it has links', async () => {
  await send({ subject: 'By program' })
  await send({ subject: 'By bot', message: 'See https://example.com' })
  expect([(await find('By program')).length, (await find('By bot')).length, (await find('By bot', 'spam')).length]).toEqual([1, 0, 1])
})

test('an email address can send 5 messages an hour, a network address 20', async () => {
  for (let count = 0; count < 5; count += 1) await send({ email: 'often@example.com' })
  await expect(send({ email: 'OFTEN@example.com' })).rejects.toMatchObject({ status: 429, body: { code: 'too_many' } })
  for (let count = 0; count < 14; count += 1) await send({ email: `other-${count}@example.com` })
  await expect(send({ email: 'last@example.com' })).rejects.toMatchObject({ status: 429 })
})

test('an admin can mark a message as done, reopen it, mark it as spam, and undo that', async () => {
  await send({ subject: 'To do' })
  const [{ id } = { id: '' }] = await find('To do')
  const mark = async (body: object) => (await world.as('admin'))(markContactMessage, { params: { id }, body })
  expect(await mark({ done: true })).toMatchObject({ state: 'done', done_by_name: 'admin', done_at: world.now().toISOString() })
  await mark({ done: true })
  expect((await list({ state: 'done' })).items.map((one) => one.id)).toContain(id)
  expect((await list({ state: 'open' })).items.map((one) => one.id)).not.toContain(id)
  expect(await mark({ done: false })).toMatchObject({ state: 'open', done_by_name: null })
  expect(await mark({ spam: true })).toMatchObject({ state: 'spam' })
  expect(await mark({ spam: false })).toMatchObject({ state: 'open' })
  const actions = await world.db.selectFrom('accounts.audit_entry').select(['action', 'details']).where('subject', '=', id).execute()
  expect(actions.map(({ action }) => action)).toEqual([
    'contact_message.marked_done',
    'contact_message.reopened',
    'contact_message.marked_spam',
    'contact_message.marked_no_spam'
  ])
  const unknown = (await world.as('admin'))(markContactMessage, { params: { id: '00000000-0000-4000-8000-000000000000' }, body: {} })
  await expect(unknown).rejects.toMatchObject({ status: 404, body: { code: 'contact_message_not_found' } })
})

test('the counts by state do not depend on the search', async () => {
  const { counts, total } = await list({ q: 'no such words' })
  expect(total).toBe(0)
  expect(counts.open + counts.done).toBe((await list()).total)
  expect(counts.spam).toBe((await list({ state: 'spam' })).total)
})

test('messages are deleted with their sender’s account, and otherwise after their retention', async () => {
  const person = await world.person('client', 'Gone')
  await send({ email: person.email, subject: 'Mine' })
  await send({ subject: 'Kept long' })
  await send({ subject: 'Junk', website: 'x' })
  await (await world.as('admin'))(deleteUser, { params: { id: person.id } })
  expect(await find('Mine')).toEqual([])
  const ago = (days: number) => new Date(world.now().getTime() - days * 86_400_000)
  await helpRetention.contact_messages(world.ctx(), ago(CONTACT_RETENTION_DAYS.others - 31))
  await helpRetention.contact_spam(world.ctx(), ago(CONTACT_RETENTION_DAYS.spam - 31))
  expect([(await find('Kept long')).length, (await find('Junk', 'spam')).length]).toEqual([1, 0])
  await helpRetention.contact_messages(world.ctx(), ago(-1))
  expect(await find('Kept long')).toEqual([])
})
