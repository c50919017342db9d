import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendContact } from '#help/contract.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { zipEntries } from '#tests/support/zip-entries.ts'
import { askWithoutAccount, carryOutRequest, showRequest } from '../../contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const write = (email: string) =>
  world.api(sendContact, { body: { name: 'Ann', email, subject: 'General Inquiry', message: `May I print it? ${email}` } })
const messagesOf = (email: string) => world.db.selectFrom('help.contact_message').select('id').where('email', '=', email).execute()

async function mailsTo(email: string) {
  await world.work()
  return (await world.mails()).filter(({ to }) => to === email)
}

/** Asks for a link, and returns its token. */
async function tokenFor(email: string, kind: 'export' | 'delete'): Promise<string> {
  await world.api(askWithoutAccount, { body: { email, kind } })
  return /\/privacy\/requests\/([\w-]+)/.exec((await mailsTo(email)).at(-1)!.text)![1]!
}

test('a person without an account gets a copy by a mailed link, once', async () => {
  await write('ann@example.com')
  const token = await tokenFor('ann@example.com', 'export')
  expect(await world.api(showRequest, { params: { token } })).toEqual({ kind: 'export', email: 'ann@example.com' })
  await world.api(carryOutRequest, { params: { token } })
  const link = /http:\/\/easel\.test(\/api\/privacy\/exports\/\S+)/.exec((await mailsTo('ann@example.com')).at(-1)!.text)![1]!
  const files = zipEntries((await world.app.inject({ method: 'GET', url: link })).rawPayload)
  expect(JSON.parse(files.get('data/contact-messages.json')!.toString())).toMatchObject([{ message: 'May I print it? ann@example.com' }])
  for (const again of [showRequest, carryOutRequest])
    await expect(world.api(again, { params: { token } })).rejects.toMatchObject({ status: 404, body: { code: 'request_not_found' } })
})

test('a person without an account deletes what is stored about the address; opening the link deletes nothing', async () => {
  await Promise.all(['bea@example.com', 'cleo@example.com'].map(write))
  const token = await tokenFor('bea@example.com', 'delete')
  await world.api(showRequest, { params: { token } })
  expect(await messagesOf('bea@example.com')).toHaveLength(1)
  await world.api(carryOutRequest, { params: { token } })
  expect(await messagesOf('bea@example.com')).toEqual([])
  expect(await messagesOf('cleo@example.com')).toHaveLength(1)
  await expect(world.api(carryOutRequest, { params: { token } })).rejects.toMatchObject({ status: 404 })
  expect((await mailsTo('bea@example.com')).at(-1)).toMatchObject({ subject: 'Your data at Easel was deleted' })
})

test('two parallel confirmations delete once', async () => {
  await write('dora@example.com')
  const token = await tokenFor('dora@example.com', 'delete')
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => world.api(carryOutRequest, { params: { token } })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('the answer is the same for everybody; an account holder is told to sign in, and a mailbox alone deletes no account', async () => {
  const { email } = await world.person('client', 'Holder')
  const ask = (to: string) => world.api(askWithoutAccount, { body: { email: to, kind: 'delete' } })
  expect(await ask(email)).toEqual(await ask('nobody@example.com'))
  const mail = (await mailsTo(email)).at(-1)!
  expect(mail.text).toContain('/user/data')
  expect(mail.text).not.toContain('/privacy/requests/')
})

test('a link from before the address got an account does nothing to the account', async () => {
  const email = 'later-client@example.com'
  const token = await tokenFor(email, 'delete')
  await world.person('client', 'Later')
  await expect(world.api(carryOutRequest, { params: { token } })).rejects.toMatchObject({ status: 409, body: { code: 'has_account' } })
})

test('after 48 hours the link is over', async () => {
  const token = await tokenFor('eve@example.com', 'export')
  world.at(new Date(world.now().getTime() + 48 * 3_600_000 + 1000).toISOString())
  await expect(world.api(carryOutRequest, { params: { token } })).rejects.toMatchObject({ status: 404 })
})
