import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '#tests/support/servers/mail-server.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import {
  countQueues,
  findDeadJobs,
  type JobFailure,
  jobsOn,
  type MailOptions,
  mailBy,
  runAgain,
  sendMailJobs,
  startBoss,
  work
} from '../index.ts'
import { removeExpiredMail } from './expired-mail.job.ts'
import { SEND_MAIL, SEND_URGENT_MAIL } from './mail.ts'

const FROM = { name: 'Easel', address: 'no-reply@example.com' }
const SECRET = '7654321'
const IN_AN_HOUR = () => new Date(Date.now() + 3_600_000)

let world: World
let boss: PgBoss
let server: MailServer
let stop: (() => Promise<void>) | undefined
const failures: (JobFailure & { error: unknown })[] = []
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
afterEach(async () => {
  await stop?.()
  await server.close()
  await sql`delete from jobs.job`.execute(world.db)
  failures.length = 0
})

/** Sends email to the server as a worker process does. */
async function openMail(options: Parameters<typeof startMailServer>[0] = {}): Promise<void> {
  server = await startMailServer(options)
  boss = await startBoss(world.db.pool.options.connectionString!, { quiet: true, onError: () => {} })
  const mail = sendMailJobs({ smtp_url: server.smtp_url, requires_tls: false, from: FROM })
  const onError = (error: unknown, failure: JobFailure) => void failures.push({ ...failure, error })
  const running = await work(boss, mail.handlers, { listener: world.ports.listener, onError })
  stop = async () => {
    running.stop()
    await boss.stop({ graceful: false })
    mail.close()
  }
}

const send = (subject: string, options?: MailOptions) =>
  mailBy(jobsOn(boss)).send(world.db, { to: 'ann.lee@example.com', subject, html: `<p>${SECRET}</p>`, text: SECRET }, options)

const rowsWithSecret = async () => (await sql`select from jobs.job where data::text like ${`%${SECRET}%`}`.execute(world.db)).rows.length
const deadMails = () => findDeadJobs(world.db, { limit: 10 })

test('an urgent email is sent while the server still holds up all others, and nothing of sent email stays in the database', async () => {
  await openMail({ holds: (text) => text.includes('Subject: News') })
  for (let count = 0; count < 40; count += 1) await send('News')
  await expect.poll(() => server.held()).toBe(4)
  await send('Your code', { urgent: true, expires_at: IN_AN_HOUR() })
  await expect.poll(() => server.stored.length).toBe(1)
  expect(server.stored[0]).toContain('Subject: Your code')
  server.release()
  await expect.poll(() => server.stored.length, { timeout: 5000 }).toBe(41)
  await expect.poll(rowsWithSecret).toBe(0)
})

test('an email to a mailbox that does not exist is dead at once; the log and the reason do not name the address', async () => {
  await openMail({
    onRcptTo: ({ address }, _session, done) => done(Object.assign(new Error(`<${address}> no such user`), { responseCode: 550 }))
  })
  await send('News')
  await expect.poll(deadMails).toHaveLength(1)
  const [dead] = await deadMails()
  expect(dead).toMatchObject({ queue: SEND_MAIL, reason: expect.stringContaining('550 <[address]> no such user'), can_run_again: true })
  expect(failures).toMatchObject([{ queue: SEND_MAIL, attempt: 1, is_last: true }])
  expect(
    Object.entries(failures[0]!.error as Error)
      .flat()
      .join() + (failures[0]!.error as Error).stack
  ).not.toContain('ann.lee')
  expect(await runAgain(world.db, jobsOn(boss), dead!.id)).toBe('sent')
})

test('a dead email with a code loses its text and cannot be sent again', async () => {
  await openMail({ onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such user'), { responseCode: 550 })) })
  await send('Your code', { urgent: true, expires_at: IN_AN_HOUR() })
  await expect.poll(deadMails).toHaveLength(1)
  const [dead] = await deadMails()
  expect(dead).toMatchObject({ queue: SEND_URGENT_MAIL, can_run_again: false })
  expect(await runAgain(world.db, jobsOn(boss), dead!.id)).toBe('not_possible')
  expect(await rowsWithSecret()).toBe(0)
})

test('while the mail server says to try later, an email is tried for three days with pauses of at most four hours', async () => {
  await openMail({ onRcptTo: (_address, _session, done) => done(Object.assign(new Error('try later'), { responseCode: 451 })) })
  await send('News')
  await expect.poll(() => failures).toMatchObject([{ attempt: 1, is_last: false }])
  type Row = { state: string; retry_limit: number; retry_delay: number; retry_delay_max: number }
  const find = async () =>
    (await sql<Row>`select state, retry_limit, retry_delay, retry_delay_max from jobs.job where name = ${SEND_MAIL}`.execute(world.db))
      .rows[0]!
  await expect.poll(async () => (await find()).state).toBe('retry')
  const { retry_limit, retry_delay, retry_delay_max } = await find()
  const pauses = Array.from({ length: retry_limit }, (_, index) => Math.min(retry_delay_max, retry_delay * 2 ** index))
  expect(Math.max(...pauses)).toBe(4 * 3600)
  expect(pauses.reduce((sum, pause) => sum + pause) / 86_400).toSatisfy((days: number) => days >= 3 && days < 3.2)
  expect((await countQueues(world.db)).find(({ name }) => name === SEND_MAIL)).toMatchObject({
    waiting: 0,
    failed: 0,
    failing_since: expect.any(Date)
  })
})

test('a code that expires while the mail server is away is not sent later, and its text is removed', async () => {
  await openMail({ onRcptTo: (_address, _session, done) => done(Object.assign(new Error('try later'), { responseCode: 451 })) })
  await send('Your code', { urgent: true, expires_at: IN_AN_HOUR() })
  const retrying = sql`select from jobs.job where name = ${SEND_URGENT_MAIL} and state = 'retry'`
  await expect.poll(async () => (await retrying.execute(world.db)).rows).toHaveLength(1)
  await removeExpiredMail(world.db)
  expect(await rowsWithSecret()).toBe(1)
  await sql`update jobs.job set data = jsonb_set(data, '{expires_at}', '"2026-01-01T00:00:00Z"') where name = ${SEND_URGENT_MAIL}`.execute(
    world.db
  )
  await removeExpiredMail(world.db)
  await expect.poll(deadMails, { timeout: 5000 }).toMatchObject([{ reason: 'expired', can_run_again: false }])
  expect(await rowsWithSecret()).toBe(0)
  expect(server.stored).toEqual([])
})

test('a dead code whose process was killed during the last attempt loses its text too', async () => {
  await openMail()
  const data = JSON.stringify({ text: SECRET, expires_at: IN_AN_HOUR().toISOString() })
  await sql`insert into jobs.job (name, source_name, data) values ('dead-letters', ${SEND_URGENT_MAIL}, ${data})`.execute(world.db)
  await removeExpiredMail(world.db)
  expect(await deadMails()).toMatchObject([{ can_run_again: false }])
  expect(await rowsWithSecret()).toBe(0)
})
