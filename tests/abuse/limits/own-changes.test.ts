import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changePassword, changeProfile } from '#accounts/profile.contract.ts'
import { MAIL_QUEUES, mailBy } from '#platform/server/index.ts'
import { createAsset } from '#submissions/contract.ts'
import { browserOn } from '#tests/support/cookie-jar.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

const HOUR = 3600
const [URGENT, OTHER] = MAIL_QUEUES

let world: World
let day = 0
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
beforeEach(() => {
  day += 1
  world.at(new Date(Date.UTC(2027, 4, day)).toISOString())
})

const later = (seconds: number) => world.at(new Date(world.now().getTime() + seconds * 1000).toISOString())
const mailsTo = async (address: string) => (await world.mails()).filter(({ to }) => to === address).length

/** Makes this many calls and returns how many of them got each status. */
async function statusesOf(times: number, call: (nth: number) => Promise<unknown>): Promise<Record<number, number>> {
  const counted: Record<number, number> = {}
  for (let nth = 0; nth < times; nth += 1) {
    const status = await call(nth).then(
      () => 200,
      (error: { status: number }) => error.status
    )
    counted[status] = (counted[status] ?? 0) + 1
  }
  return counted
}

/** Pretends that a counter has this value in the window that begins now. */
const used = (key: string, times: number) =>
  sql`insert into platform.use_count (key, window_start, used) values (${key}, ${world.now()}, ${times})`.execute(world.db)

describe('a person', () => {
  test('changes the password at most 10 times an hour and 20 times a day, each with one email, even if it stays the same', async () => {
    const { email } = await world.person('client', 'restless')
    const api = await world.as('client', 'restless')
    const change = () => api(changePassword, { body: { current_password: world.password, new_password: world.password } })
    expect(await statusesOf(12, change)).toEqual({ 200: 10, 429: 2 })
    expect(await mailsTo(email)).toBe(10)
    later(HOUR)
    expect(await statusesOf(10, change)).toEqual({ 200: 10 })
    later(HOUR)
    expect(await statusesOf(1, change)).toEqual({ 429: 1 })
  })

  test('changes the profile at most 60 times an hour, so that the audit log does not grow without end', async () => {
    const { id } = await world.person('client', 'renaming')
    const api = await world.as('client', 'renaming')
    expect(await statusesOf(63, (nth) => api(changeProfile, { body: { name: `Ann ${nth}` } }))).toEqual({ 200: 60, 429: 3 })
    const { rows } = await sql<{ entries: number }>`
      select count(*)::int as entries from accounts.audit_entry where subject = ${id} and action = 'user.profile_changed'`.execute(world.db)
    expect(rows).toEqual([{ entries: 60 }])
  })

  test('changes the profile at most 200 times a day', async () => {
    const { id } = await world.person('client', 'always renaming')
    const api = await world.as('client', 'always renaming')
    await used(`accounts.change-profile.${id}/86400`, 199)
    expect(await statusesOf(2, (nth) => api(changeProfile, { body: { name: `Eve ${nth}` } }))).toEqual({ 200: 1, 429: 1 })
  })

  test('creates at most 2,000 assets an hour', async () => {
    const { id } = await world.person('employee', 'busy')
    const api = await world.as('employee', 'busy')
    await used(`submissions.edit.${id}/${HOUR}`, 1999)
    const create = () => api(createAsset, { body: { title: 'Fox', category: 'icon', tags: ['fox'] } })
    expect(await statusesOf(2, create)).toEqual({ 200: 1, 429: 1 })
  })
})

describe('sign-ins without the cookie of a known browser', () => {
  test('all succeed, cause at most 5 emails an hour, also in parallel, and leave the newest 50 browsers', async () => {
    const { id, email } = await world.person('client', 'forgetful')
    const logIn = async (browser = browserOn(world)) => (await browser.post('/auth/login', { email, password: world.password })).status
    const home = browserOn(world)
    const devices = async () => (await world.db.selectFrom('accounts.device').selectAll().where('user_id', '=', id).execute()).length
    expect(await Promise.all(Array.from({ length: 8 }, () => logIn()))).toEqual(Array(8).fill(200))
    for (let nth = 0; nth < 46; nth += 1) {
      expect(await logIn()).toBe(200)
      later(1)
      if (nth === 30) await logIn(home)
    }
    expect([await mailsTo(email), await devices()]).toEqual([5, 50])
    later(HOUR)
    await logIn(home)
    expect(await mailsTo(email)).toBe(5)
    await logIn()
    expect(await mailsTo(email)).toBe(6)
  })
})

describe('urgent email to one address', () => {
  let now = 0
  /** Sends urgent emails and returns how many went each way. */
  async function queuesOf(mail: ReturnType<typeof mailBy>, to: string, times: number): Promise<number[]> {
    await sql`delete from jobs.job`.execute(world.db)
    for (let nth = 0; nth < times; nth += 1) await mail.send(world.db, { to, subject: `Code ${nth}`, html: '', text: '' }, { urgent: true })
    const { rows } = await sql<{ name: string }>`select name from jobs.job`.execute(world.db)
    return [URGENT, OTHER].map((queue) => rows.filter(({ name }) => name === queue).length)
  }

  test('beyond 60 at once waits with all other email; none is lost, and other addresses are not affected', async () => {
    const mail = mailBy(world.ports.jobs, () => now)
    expect(await queuesOf(mail, 'ann@example.com', 65)).toEqual([60, 5])
    expect(await queuesOf(mail, 'Ann@example.com', 1)).toEqual([0, 1])
    expect(await queuesOf(mail, 'bob@example.com', 1)).toEqual([1, 0])
    now += HOUR * 1000
    expect(await queuesOf(mail, 'ann@example.com', 65)).toEqual([60, 5])
  })

  test('beyond some 200 a day waits with all other email', async () => {
    const mail = mailBy(world.ports.jobs, () => now)
    let urgent = 0
    for (let hour = 0; hour < 24; hour += 1) {
      urgent += (await queuesOf(mail, 'ann@example.com', 20))[0] ?? 0
      now += HOUR * 1000
    }
    expect(urgent).toBeGreaterThan(200)
    expect(urgent).toBeLessThan(400)
  }, 20_000)
})
