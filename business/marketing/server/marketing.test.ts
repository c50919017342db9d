import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#accounts/audit.contract.ts'
import { getNews, setNews } from '#accounts/profile.contract.ts'
import { requestFreeFile } from '#licensing/contract.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { nowAs } from '#tests/support/givens/plans.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import {
  consentsCsv,
  listAnnouncements,
  listConsents,
  sendAnnouncement,
  showPreferences,
  stopAnnouncement,
  testAnnouncement,
  unsubscribe,
  writeAnnouncement
} from '../contract.ts'
import { PER_MINUTE } from '../rules.ts'
import { SEND_ANNOUNCEMENT } from './announcements/announcements.service.ts'

let world: World
let asset_id: string
beforeAll(async () => {
  world = await freshWorld()
  asset_id = (await givenAsset(world)).id
  await world.db.updateTable('catalogue.asset').set({ is_free: true }).where('id', '=', asset_id).execute()
})
afterAll(() => world.end())

async function download(email: string, marketing_opt_in: boolean) {
  const answer = await world.api(requestFreeFile, { body: { asset_id, email, marketing_opt_in } })
  // Mails that wait together arrive in any order.
  await world.mails()
  return answer
}
const openFile = async ({ download_url }: { download_url: string }) => {
  expect((await world.app.inject({ method: 'GET', url: download_url })).statusCode).toBe(200)
}
async function mailedFile(email: string) {
  const mail = (await world.mails()).findLast(({ to, text }) => to === email && text.includes('/api/downloads/free/'))!
  return { download_url: /\/api\/downloads\/free\/\S+/.exec(mail.text)![0] }
}
const admin = () => nowAs(world, 'admin')
const found = async (q: string) => (await admin())(listConsents, { query: { q } })
const tokenOf = async (email: string) => /unsubscribe\/(\S+)$/.exec((await found(email)).items[0]!.unsubscribe_url)![1]!

test('who agrees is listed once, with the words, the date, and the source; who does not agree is not', async () => {
  await download('yes@example.com', true)
  await download('yes@example.com', true)
  await download('no@example.com', false)
  expect(await found('yes@')).toMatchObject({
    total: 1,
    items: [
      {
        ...{ email: 'yes@example.com', text: 'Tell me about new free assets', source: 'free_download' },
        ...{
          agreed_at: '2026-03-01T12:00:00.000Z',
          unsubscribe_url: expect.stringMatching(/^http:\/\/easel\.test\/unsubscribe\/[\w-]{40,}$/)
        }
      }
    ]
  })
  expect((await found('no@')).total).toBe(0)
  const { token } = await world.person('admin')
  const csv = await world.app.inject({ method: 'GET', url: `/api${consentsCsv.path}`, headers: { authorization: `Bearer ${token}` } })
  expect(csv.body.split('\r\n')[0]).toBe('\uFEFFemail,agreed_at,text,source,unsubscribe_url')
  expect(csv.body).toContain('yes@example.com')
})

test('the link withdraws without an account, and twice is once; a made-up one is 404; only the mailbox agrees again', async () => {
  await download('fickle@example.com', true)
  const params = { token: await tokenOf('fickle@example.com') }
  expect(await world.api(showPreferences, { params })).toEqual({ email: 'fickle@example.com', is_subscribed: true })
  expect((await found('fickle')).total).toBe(1)
  await world.api(unsubscribe, { params })
  await world.api(unsubscribe, { params })
  expect((await found('fickle')).total).toBe(0)
  expect(await world.api(showPreferences, { params })).toMatchObject({ is_subscribed: false })
  await expect(world.api(unsubscribe, { params: { token: 'made-up' } })).rejects.toMatchObject({ status: 404 })
  await openFile(await download('fickle@example.com', true))
  expect((await found('fickle')).total, 'a stranger can type the address, and gets a link, too').toBe(0)
  await openFile(await mailedFile('fickle@example.com'))
  expect((await found('fickle')).total).toBe(1)
  await download('first@example.com', true)
  await openFile(await mailedFile('first@example.com'))
  expect((await found('first@')).total).toBe(1)
})

test('people choose on their profile: the words and the date are stored, and the link ends it, too', async () => {
  const { id, email } = await world.person('client', 'Chooser')
  const api = await nowAs(world, 'client', 'Chooser')
  const choose = (agrees: boolean) => api(setNews, { body: { agrees } })
  expect(await api(getNews, {})).toEqual({ agrees: false, words: 'Tell me about new free assets', agreed_at: null })
  const agreed = { agrees: true, words: 'Tell me about new free assets', agreed_at: world.now().toISOString() }
  expect([await choose(true), await choose(true)]).toEqual([agreed, agreed])
  expect(await found(email)).toMatchObject({ total: 1, items: [{ source: 'profile', text: agreed.words, agreed_at: agreed.agreed_at }] })
  await world.api(unsubscribe, { params: { token: await tokenOf(email) } })
  expect(await api(getNews, {})).toMatchObject({ agrees: false, agreed_at: null })
  await choose(true)
  expect(await choose(false)).toMatchObject({ agrees: false, agreed_at: null })
  expect((await found(email)).total).toBe(0)
  const { items } = await (await admin())(auditLog, { query: { person: id, action: 'user.profile_changed' } })
  expect(items.map(({ details }) => details)).toEqual([{ fields: ['news'] }, { fields: ['news'] }, { fields: ['news'] }])
})

test('who agreed with a free download sees and ends it on the profile; nobody else’s choice changes', async () => {
  const { email } = await world.person('client', 'Downloader')
  await download(email, true)
  await download('other-reader@example.com', true)
  const api = await nowAs(world, 'client', 'Downloader')
  expect(await api(getNews, {})).toMatchObject({ agrees: true, agreed_at: expect.any(String) })
  await api(setNews, { body: { agrees: false } })
  expect([(await found(email)).total, (await found('other-reader')).total]).toEqual([0, 1])
})

test('an announcement goes once to everyone who agrees, some each minute, with a link that ends it; it can be stopped', async () => {
  // Jobs that wait for a later minute wait by the machine's clock.
  world.at('2040-01-01T12:00:00Z')
  const agreed_at = world.now()
  const rows = Array.from({ length: PER_MINUTE + 5 }, (_, place) => ({
    ...{ email: `reader-${place}@example.com`, agreed_at, words: 'News', source: 'free_download' as const },
    token: `token-${place}`.padEnd(43, 'x')
  }))
  await world.db.insertInto('marketing.consent').values(rows).execute()
  const api = await nowAs(world, 'admin')
  const { id, left_count } = await api(writeAnnouncement, { body: { subject: 'Forty foxes', body: 'They are free.\n\nEnjoy.' } })
  const params = { id }
  await api(testAnnouncement, { params })
  expect((await world.mails()).filter(({ subject }) => subject === 'Test: Forty foxes')).toHaveLength(1)

  const starts = await Promise.allSettled([api(sendAnnouncement, { params }), api(sendAnnouncement, { params })])
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await world.work()
  const received = async () => (await world.mails()).filter(({ subject }) => subject === 'Forty foxes')
  expect(await received()).toHaveLength(PER_MINUTE)
  expect(await api(stopAnnouncement, { params })).toMatchObject({
    state: 'stopped',
    sent_count: PER_MINUTE,
    left_count: left_count - PER_MINUTE
  })

  world.at('2040-01-01T12:01:00Z')
  await api(sendAnnouncement, { params })
  await world.work()
  const mails = await received()
  expect(new Set(mails.map(({ to }) => to)).size).toBe(left_count)
  expect(mails).toHaveLength(left_count)
  expect(mails.find(({ to }) => to === 'reader-3@example.com')!.unsubscribe_url).toBe(
    `http://easel.test/unsubscribe/${'token-3'.padEnd(43, 'x')}`
  )
  const { items } = await api(listAnnouncements, {})
  expect(items).toMatchObject([{ id, state: 'sent', sent_count: left_count, left_count: 0 }])
  expect(SEND_ANNOUNCEMENT).toBe('marketing.send-announcement')
})

test('who withdraws and agrees again gets the same announcement once', async () => {
  const api = await nowAs(world, 'admin')
  await world.db.deleteFrom('marketing.consent').execute()
  await download('again@example.com', true)
  const { id } = await api(writeAnnouncement, { body: { subject: 'Once', body: 'Only once.' } })
  const params = { id }
  await api(sendAnnouncement, { params })
  await world.work()
  await world.api(unsubscribe, { params: { token: await tokenOf('again@example.com') } })
  await download('again@example.com', true)
  await openFile(await mailedFile('again@example.com'))
  expect((await api(listAnnouncements, {})).items.find((one) => one.id === id)).toMatchObject({ sent_count: 1, left_count: 0 })
  await world.db.updateTable('marketing.announcement').set({ state: 'stopped' }).where('id', '=', id).execute()
  await download('newcomer@example.com', true)
  await api(sendAnnouncement, { params })
  await world.work()
  const sent = (await world.mails()).filter(({ subject }) => subject === 'Once').map(({ to }) => to)
  expect(sent.toSorted()).toEqual(['again@example.com', 'newcomer@example.com'])
})
