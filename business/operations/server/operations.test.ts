import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Api } from '#platform/web/api.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { deleteFailedJob, processEventAgain, readOperations, runJobAgain } from '../contract.ts'

const QUEUE = 'payments.process-event'

let world: World
let admin: Api
beforeAll(async () => {
  world = await freshWorld()
  world.at(new Date().toISOString())
  admin = await world.as('admin')
})
afterAll(() => world.end())
beforeEach(async () => {
  await sql`delete from jobs.job`.execute(world.db)
  world.at(new Date().toISOString())
})

const read = (before?: string) => admin(readOperations, { query: { before } })

/** Writes a job that failed for good, as pg-boss does. */
async function givenDead({ queue = QUEUE, data = {}, reason = 'PayPal did not answer.' } = {}): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into jobs.job (name, data, output, source_name, source_id, source_created_on)
    values ('dead-letters', ${JSON.stringify(data)}, ${JSON.stringify({ message: reason })}, ${queue}, gen_random_uuid(), now()) returning id`.execute(
    world.db
  )
  return rows[0]!.id
}

const actionsOn = async (subject: string) =>
  (await world.db.selectFrom('accounts.audit_entry').select(['action', 'details']).where('subject', '=', subject).execute()).map(
    ({ action, details }) => ({ action, details })
  )

test('an admin reads queues, storage, ledger, and versions', async () => {
  await world.ports.jobs.send(world.db, QUEUE, { event_id: 'none' })
  await world.ports.mail.send(world.db, { to: 'ann@example.com', subject: 'Hi', html: '', text: '' })
  await sql`update jobs.job set state = 'retry', output = '{"message": "421 ann@example.com: try later"}' where name = 'platform.send-mail'`.execute(
    world.db
  )
  const found = await read()
  expect(found.queues.find(({ name }) => name === QUEUE)).toEqual({
    name: QUEUE,
    waiting: 1,
    running: 0,
    failed: 0,
    oldest: expect.any(String)
  })
  expect(found).toMatchObject({
    mail_failures: { retrying: 1, failed: 0, reason: '421 [address]: try later' },
    disk: { free_bytes: 4096 * 2 ** 27, total_bytes: 4096 * 2 ** 28, is_low: false },
    store: { is_reachable: true },
    last_backup: { at: null },
    ledger_seal: { state: 'unchecked', checked_at: null },
    versions: { program: expect.stringMatching(/^\d+\./), schema: expect.stringMatching(/^\d{4}_/), node: process.versions.node },
    problems: []
  })
  expect(found.versions.postgresql).toMatch(/^\d+\.\d+/)
})

test('a failed job has its reason, runs again, and is then gone from the list', async () => {
  await world.db
    .insertInto('payments.webhook_event')
    .values({ id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', body: '{}', received_at: new Date(world.now().getTime() - 6 * 60_000) })
    .execute()
  const id = await givenDead({ data: { event_id: 'WH-1' } })
  const before = await read()
  expect(before.failed_jobs.items).toMatchObject([{ id, queue: QUEUE, reason: 'PayPal did not answer.', can_run_again: true }])
  expect(before.webhook_events).toMatchObject({ unprocessed: 1, items: [{ id: 'WH-1' }] })
  expect(before.problems).toMatchObject([{ id: 'failed_jobs' }])

  expect(await admin(runJobAgain, { params: { id } })).toEqual({ queue: QUEUE })
  await world.work()
  const after = await read()
  expect([after.failed_jobs.items, after.webhook_events.unprocessed, after.problems]).toEqual([[], 0, []])
  expect(await actionsOn(id)).toEqual([{ action: 'job.run_again', details: { title: 'PayPal’s events', queue: QUEUE } }])
  await expect(admin(runJobAgain, { params: { id } })).rejects.toMatchObject({ status: 404, body: { code: 'job_not_found' } })
})

test('a job without its content cannot run again; deleting a job removes it and is in the audit log', async () => {
  const id = await givenDead({ data: { removed: true } })
  await expect(admin(runJobAgain, { params: { id } })).rejects.toMatchObject({ status: 409, body: { code: 'job_not_repeatable' } })
  expect(await admin(deleteFailedJob, { params: { id } })).toEqual({ queue: QUEUE })
  expect((await read()).failed_jobs.items).toEqual([])
  expect(await actionsOn(id)).toMatchObject([{ action: 'job.deleted' }])
})

test('two admins who run a failed job again at the same time run it once', async () => {
  const id = await givenDead({ data: { event_id: 'none' } })
  const answers = await Promise.allSettled([1, 2, 3].map(() => admin(runJobAgain, { params: { id } })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await actionsOn(id)).toHaveLength(1)
  expect((await read()).queues.find(({ name }) => name === QUEUE)?.waiting).toBe(1)
})

test('failed jobs are listed page by page', async () => {
  for (let count = 0; count < 26; count += 1) await givenDead()
  const { failed_jobs } = await read()
  const rest = await read(failed_jobs.next!)
  expect([failed_jobs.items.length, rest.failed_jobs.items.length, rest.failed_jobs.next]).toEqual([25, 1, null])
  expect((await read('2026-99-99T00:00:00.000Z,nonsense')).failed_jobs.items).toHaveLength(25)
})

test('an event that is not processed is processed again once it is asked for', async () => {
  await world.db
    .insertInto('payments.webhook_event')
    .values({ id: 'WH-2', event_type: 'PAYMENT.CAPTURE.REVERSED', body: '{}', received_at: new Date(world.now().getTime() - 31 * 60_000) })
    .execute()
  expect((await read()).problems).toMatchObject([{ id: 'webhook_events' }])
  await admin(processEventAgain, { params: { id: 'WH-2' } })
  await world.work()
  expect((await read()).webhook_events.unprocessed).toBe(0)
  expect(await actionsOn('WH-2')).toEqual([{ action: 'webhook_event.processed_again', details: { title: 'PAYMENT.CAPTURE.REVERSED' } }])
  await expect(admin(processEventAgain, { params: { id: 'WH-2' } })).rejects.toMatchObject({ status: 404 })
})

test('the last good backup is read from its table', async () => {
  const at = new Date(world.now().getTime() - 3_600_000)
  await sql`insert into platform.backup (finished_at, bytes, files, ok) values (${at}, 1200, 7, true), (${world.now()}, 0, 0, false)`.execute(
    world.db
  )
  expect((await read()).last_backup).toEqual({ at: at.toISOString(), bytes: 1200, files: 7 })
})
