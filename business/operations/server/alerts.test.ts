import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLines } from '#tests/support/log-lines.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { watch } from './alerts.service.ts'

let world: World
let start: number
let lines: Awaited<ReturnType<typeof openLines>>
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
beforeEach(async () => {
  start = Date.now()
  later(0)
  lines = await openLines()
  await sql`delete from jobs.job`.execute(world.db)
  await sql`delete from operations.alert`.execute(world.db)
})

const HOUR = 60
const later = (minutes: number) => world.at(new Date(start + minutes * 60_000).toISOString())

/** Runs the check at a time, in several workers at once, and returns the subjects of the emails that it sent. */
async function subjectsAt(minutes: number, workers = 1): Promise<string[]> {
  later(minutes)
  const before = (await world.mails()).length
  await Promise.all(Array.from({ length: workers }, () => watch({ ...world.ctx(), log: lines.log })))
  return (await world.mails()).slice(before).map(({ to, subject }) => `${to} ${subject}`)
}

const givenDead = () =>
  sql`insert into jobs.job (name, data, source_name, source_created_on, created_on)
    values ('dead-letters', '{}', 'licensing.send-receipt', ${world.now()}, ${world.now()})`.execute(world.db)

test('support is mailed when a queue is late, once a day while it lasts, and when it is resolved', async () => {
  await world.ports.jobs.send(world.db, 'payments.process-event', { event_id: 'none' })
  expect(await subjectsAt(10)).toEqual([])
  expect(await subjectsAt(20)).toEqual(['support@easel.test Easel: PayPal’s events: a job has waited for 20 minutes'])
  expect(await subjectsAt(25)).toEqual([])
  expect(await subjectsAt(20 + 23 * HOUR)).toEqual([])
  expect(await subjectsAt(20 + 24 * HOUR)).toEqual(['support@easel.test Easel: Still open: PayPal’s events: a job has waited for 24 hours'])
  expect(await subjectsAt(25 + 24 * HOUR)).toEqual([])
  await sql`delete from jobs.job where name = 'payments.process-event'`.execute(world.db)
  expect(await subjectsAt(30 + 24 * HOUR)).toEqual([])
  expect(await subjectsAt(45 + 24 * HOUR)).toEqual(['support@easel.test Easel: Resolved: PayPal’s events: a job has waited for 20 minutes'])
  expect(await subjectsAt(50 + 24 * HOUR)).toEqual([])
})

test('workers that check at the same time send one email', async () => {
  await givenDead()
  expect(await subjectsAt(1, 4)).toEqual(['support@easel.test Easel: A job failed for good'])
  await sql`delete from jobs.job where name = 'dead-letters'`.execute(world.db)
  expect(await subjectsAt(2, 4)).toEqual([])
  expect(await subjectsAt(17, 4)).toEqual(['support@easel.test Easel: Resolved: A job failed for good'])
})

test('failed jobs are mailed again only if new ones failed', async () => {
  await givenDead()
  expect(await subjectsAt(1)).toHaveLength(1)
  expect(await subjectsAt(25 * HOUR)).toEqual([])
  await givenDead()
  expect(await subjectsAt(25 * HOUR + 1)).toEqual(['support@easel.test Easel: Still open: 2 jobs failed for good'])
})

test('a problem that comes and goes is one problem', async () => {
  const { ports } = world.ctx()
  let is_low = true
  const flapping = { ...ports, disk: { ...ports.disk, isLow: async () => is_low } }
  const before = (await world.mails()).length
  for (let minutes = 0; minutes < 60; minutes += 5) {
    later(minutes)
    is_low = minutes % 10 === 0
    await watch({ ...world.ctx(), ports: flapping, log: lines.log })
  }
  expect((await world.mails()).slice(before).map(({ subject }) => subject)).toEqual(['Easel: The disk is almost full'])
})

test('a job that fails again and again is a problem, although its next attempt is later', async () => {
  await world.ports.jobs.send(world.db, 'payments.process-event', { event_id: 'none' })
  await sql`update jobs.job set state = 'retry', start_after = now() + interval '7 days' where name = 'payments.process-event'`.execute(
    world.db
  )
  expect(await subjectsAt(20)).toEqual(['support@easel.test Easel: PayPal’s events: a job has failed for 20 minutes'])
})

test('a mail server that is down is logged, and mailed when it works again', async () => {
  await world.ports.mail.send(world.db, { to: 'ann@example.com', subject: 'Hi', html: '', text: '' })
  const retry = { state: 'retry', start_after: new Date(start + 7 * 24 * HOUR * 60_000) }
  await sql`update jobs.job set state = ${retry.state}, start_after = ${retry.start_after} where name = 'platform.send-mail'`.execute(
    world.db
  )
  expect(await subjectsAt(11)).toEqual([])
  expect(lines.causes()).toMatchObject([
    { problem: 'mail_failing', msg: expect.stringContaining('The mail server does not take an email') }
  ])
  expect(await subjectsAt(80)).toEqual([])
  await sql`delete from jobs.job where name = 'platform.send-mail'`.execute(world.db)
  expect(await subjectsAt(81)).toEqual([])
  expect(await subjectsAt(96)).toEqual(['support@easel.test Easel: Resolved: The mail server does not take an email'])
})

test('a mail server that did not take an email for a quarter of an hour is not mailed', async () => {
  await world.ports.mail.send(world.db, { to: 'ann@example.com', subject: 'Hi', html: '', text: '' })
  await sql`update jobs.job set state = 'retry', start_after = now() + interval '7 days' where name = 'platform.send-mail'`.execute(
    world.db
  )
  expect(await subjectsAt(11)).toEqual([])
  await sql`delete from jobs.job where name = 'platform.send-mail'`.execute(world.db)
  expect(await subjectsAt(26)).toEqual([])
  expect(await subjectsAt(41)).toEqual([])
  expect(lines.lines().at(-1)).toMatchObject({ problem: 'mail_failing', msg: 'resolved: The mail server does not take an email' })
})

test('a full disk, a store without an answer, an unchecked ledger, and a missing backup are one email', async () => {
  await sql`insert into platform.backup (finished_at, bytes, files, ok) values (${world.now()}, 1, 1, true)`.execute(world.db)
  const { ports } = world.ctx()
  const broken = {
    ...ports,
    disk: { ...ports.disk, isLow: async () => true },
    files: { ...ports.files, isReachable: () => Promise.reject(new Error('no such bucket')) }
  }
  later(27 * HOUR)
  await watch({ ...world.ctx(), ports: broken, log: lines.log })
  const { subject, text } = (await world.mails()).at(-1)!
  expect(subject).toBe('Easel: 4 problems')
  for (const words of ['ledger has not been checked', 'file store does not answer', 'disk is almost full', 'No backup for 26 hours'])
    expect(text).toContain(words)
  expect(text).toContain('/admin/operations')
  expect(lines.text()).toContain('the file store does not answer')
})
