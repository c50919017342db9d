import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshWorld, type World } from '#tests/support/world.ts'
import { createQueues, jobsOn, MAIL_QUEUES, startBoss, work } from '../index.ts'

const [QUEUE] = MAIL_QUEUES

let world: World
let boss: PgBoss
beforeAll(async () => {
  world = await freshWorld()
  boss = await startBoss(world.db.pool.options.connectionString!, { quiet: true, onError: console.error })
})
afterAll(async () => {
  await boss.stop({ graceful: false })
  await world.end()
})

test('another process gets the job of a killed process', async () => {
  await jobsOn(boss).send(world.db, QUEUE, { to: 'nobody' })
  const [job] = await boss.fetch(QUEUE)
  const stateOf = async () =>
    (await sql<{ state: string }>`select state from jobs.job where id = ${job!.id}`.execute(world.db)).rows.map(({ state }) => state)
  expect(await stateOf()).toEqual(['active'])
  await sql`update jobs.job set heartbeat_on = now() - interval '31 seconds' where id = ${job!.id}`.execute(world.db)
  await sql`update jobs.queue set monitor_on = now() - interval '1 hour' where name = ${QUEUE}`.execute(world.db)
  await boss.supervise(QUEUE)
  expect(await stateOf()).toEqual(['retry'])
})

test('a job has 15 minutes, unless it says that it needs longer', async () => {
  await createQueues(boss, [{ name: 'short' }, { name: 'long', expires_after_seconds: 12 * 3600 }])
  const queues = new Map((await boss.getQueues()).map(({ name, expireInSeconds }) => [name, expireInSeconds]))
  expect([queues.get('short'), queues.get('long')]).toEqual([900, 12 * 3600])
})

test('the schedule of a job that no longer exists ends, and the others stay', async () => {
  await createQueues(boss, [{ name: 'retired' }, { name: 'current' }])
  for (const name of ['retired', 'current']) await boss.schedule(name, '17 3 * * *')
  const handlers = [{ name: 'current', cron: '18 3 * * *', run: async () => {} }]
  const running = await work(boss, handlers, { listener: world.ports.listener, onError: () => {} })
  running.stop()
  expect((await boss.getSchedules()).map(({ name, cron }) => [name, cron])).toEqual([['current', '18 3 * * *']])
})
