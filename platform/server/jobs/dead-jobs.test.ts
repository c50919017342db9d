import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshWorld, type World } from '#tests/support/world.ts'
import { countQueues, createQueues, deleteDeadJob, findDeadJobs, type Jobs, jobsOn, runAgain, startBoss } from '../index.ts'

const LETTERS = 'test.letters'

let world: World
let boss: PgBoss
beforeAll(async () => {
  world = await freshWorld()
  boss = await startBoss(world.db.pool.options.connectionString!, { quiet: true, onError: console.error })
  await createQueues(boss, [{ name: LETTERS }])
})
afterAll(async () => {
  await boss.stop({ graceful: false })
  await world.end()
})
beforeEach(async () => {
  await sql`delete from jobs.job`.execute(world.db)
})

/** Sends a job and lets it fail for good. */
async function die(reason: string, data: object = { letter: 1 }): Promise<void> {
  await jobsOn(boss).send(world.db, LETTERS, data, { retryLimit: 0 })
  const [job] = await boss.fetch(LETTERS)
  await boss.fail(LETTERS, job!.id, new Error(reason))
}

const counts = async () => (await countQueues(world.db)).find(({ name }) => name === LETTERS)

test('a queue counts the jobs that wait, run, and failed, but not the jobs for later', async () => {
  const jobs = jobsOn(boss)
  await die('The printer is on fire.')
  for (let index = 0; index < 3; index += 1) await jobs.send(world.db, LETTERS, {})
  await jobs.send(world.db, LETTERS, {}, { startAfter: new Date(Date.now() + 60_000) })
  await boss.fetch(LETTERS)
  expect(await counts()).toEqual({
    name: LETTERS,
    waiting: 2,
    running: 1,
    failed: 1,
    oldest_waiting_at: expect.any(Date),
    failing_since: null
  })
  expect((await countQueues(world.db)).map(({ name }) => name)).not.toContain('dead-letters')
})

test('the reason of a dead job has no address, link, or code', async () => {
  await die('550 5.1.1 <ann.lee@example.com>: no such user, code 1234567, see https://example.com/reset?token=abc')
  const [dead] = await findDeadJobs(world.db, { queue: LETTERS, limit: 10 })
  expect(dead).toMatchObject({
    queue: LETTERS,
    reason: '550 5.1.1 <[address]>: no such user, code [number], see [link]',
    can_run_again: true
  })
  expect(Object.keys(dead!)).not.toContain('data')
})

test('dead jobs are listed page by page, the newest first', async () => {
  for (const number of [1, 2, 3]) await die(`Attempt ${number} failed.`)
  await sql`update jobs.job set created_on = now() where name = 'dead-letters'`.execute(world.db)
  const first = await findDeadJobs(world.db, { limit: 2 })
  const rest = await findDeadJobs(world.db, { limit: 2, before: first[1]! })
  expect([...first, ...rest].map(({ reason }) => reason).toSorted()).toEqual([1, 2, 3].map((number) => `Attempt ${number} failed.`))
})

test('a dead job that several people run again at the same time runs once', async () => {
  await die('The printer is on fire.', { letter: 7 })
  const [dead] = await findDeadJobs(world.db, { limit: 1 })
  // So that each has read the job before another one has sent it.
  const slow: Jobs = {
    send: async (...job) => {
      await wait(30)
      await jobsOn(boss).send(...job)
    }
  }
  const answers = await Promise.all([1, 2, 3, 4].map(() => runAgain(world.db, slow, dead!.id)))
  expect(answers.toSorted()).toEqual(['gone', 'gone', 'gone', 'sent'])
  expect((await boss.fetch(LETTERS, { batchSize: 9 })).map(({ data }) => data)).toEqual([{ letter: 7 }])
  expect(await counts()).toMatchObject({ failed: 0 })
})

test('a dead job is gone after it is deleted, and one without its content cannot run again', async () => {
  await die('The code expired.', { removed: true })
  const [dead] = await findDeadJobs(world.db, { limit: 1 })
  expect(dead).toMatchObject({ can_run_again: false })
  expect(await runAgain(world.db, jobsOn(boss), dead!.id)).toBe('not_possible')
  await deleteDeadJob(world.db, dead!.id)
  expect(await findDeadJobs(world.db, { limit: 1 })).toEqual([])
  expect(await runAgain(world.db, jobsOn(boss), dead!.id)).toBe('gone')
})
