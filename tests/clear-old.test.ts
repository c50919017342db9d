import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platformJobs, spend } from '#platform/server/index.ts'
import { freshWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

test('expired counters and idempotent responses are deleted, and newer ones stay', async () => {
  world.at('2026-03-01T12:00:00Z')
  await spend(world.ctx(), { key: 'someone', most: 1, seconds: 3600 })
  await sql`insert into platform.idempotent_answer (actor_id, endpoint, key, body_hash, status, started_at)
    values ('someone', 'POST /x', 'k', 'h', 200, '2026-03-01T12:00:00Z')`.execute(world.db)
  const clear = platformJobs(world.ctx)[0]!.run as (data: object) => Promise<void>

  await clear({})
  expect(await left()).toEqual({ counters: 1, answers: 1 })
  world.at('2026-03-04T12:00:00Z')
  await clear({})
  expect(await left()).toEqual({ counters: 0, answers: 1 })
  world.at('2026-04-02T12:00:00Z')
  await clear({})
  expect(await left()).toEqual({ counters: 0, answers: 0 })
})

async function left() {
  const { rows } = await sql<{ counters: number; answers: number }>`
    select (select count(*) from platform.use_count)::int as counters, (select count(*) from platform.idempotent_answer)::int as answers`.execute(
    world.db
  )
  return rows[0]
}
