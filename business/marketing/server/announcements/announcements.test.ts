import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nowAs } from '#tests/support/givens/plans.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { listAnnouncements, sendAnnouncement, stopAnnouncement, writeAnnouncement } from '../../contract.ts'
import { PER_MINUTE } from '../../rules.ts'
import { SEND_ANNOUNCEMENT, type Sending, sendSome } from './announcements.service.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const START = Date.parse('2040-01-01T12:00:00Z')
const MINUTES = 5

async function givenReaders(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, place) => ({
    ...{ email: `reader-${place}@example.com`, agreed_at: world.now(), words: 'News', source: 'free_download' as const },
    token: `token-${place}`.padEnd(43, 'x')
  }))
  await world.db.insertInto('marketing.consent').values(rows).execute()
}

/** Runs the jobs that are due by the world's clock, because the queue waits by the machine's. */
async function runDue(): Promise<void> {
  const { rows } = await sql<{ data: Sending }>`delete from jobs.job
    where name = ${SEND_ANNOUNCEMENT} and state = 'created' and start_after <= ${world.now()} returning data`.execute(world.db)
  for (const { data } of rows) await sendSome(world.ctx(), data)
}

/** The numbers of emails, by minute. */
async function sentByMinute(): Promise<number[]> {
  const { rows } = await sql<{ sent: number }>`select count(*)::int as sent from marketing.delivery
    group by date_trunc('minute', sent_at) order by date_trunc('minute', sent_at)`.execute(world.db)
  return rows.map(({ sent }) => sent)
}

test('an announcement that is stopped and goes on twice still sends the emails of one minute in each', async () => {
  world.at(new Date(START).toISOString())
  await givenReaders(PER_MINUTE * MINUTES)
  const api = await nowAs(world, 'admin')
  const { id } = await api(writeAnnouncement, { body: { subject: 'Forty foxes', body: 'They are free.' } })
  const params = { id }
  await api(sendAnnouncement, { params })
  await runDue()
  for (const seconds of [10, 20]) {
    world.at(new Date(START + seconds * 1000).toISOString())
    await api(stopAnnouncement, { params })
    await api(sendAnnouncement, { params })
    await runDue()
  }
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    world.at(new Date(START + minute * 60_000).toISOString())
    await runDue()
  }
  expect(await sentByMinute()).toEqual(Array(MINUTES).fill(PER_MINUTE))
  expect((await api(listAnnouncements, {})).items).toMatchObject([{ id, state: 'sent', left_count: 0 }])
})
