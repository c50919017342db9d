import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { once } from '#platform/server/idempotency.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { Refusal } from '#platform/server/refusal.ts'
import { onDatabase } from '#processes/database/database.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const refused = () => new Refusal('not_yet', 409, 'Not yet.')

/** A call with its own key: `work` returns or throws the next outcome. */
function callOf(...outcomes: (Refusal | Error | string)[]) {
  const key = randomUUID()
  const done: string[] = []
  const work = async () => {
    const outcome = outcomes.shift() ?? 'nothing left'
    if (typeof outcome !== 'string') throw outcome
    done.push(outcome)
    return outcome
  }
  return { key, done, call: (body: unknown = 'same') => once(world.ctx(), { key, endpoint: 'POST /test', body }, work) }
}

test('a repeated call gets the stored answer and runs once', async () => {
  const { call, done } = callOf('first', 'second')
  const answers = await Promise.all([call(), call(), call()])
  expect([...answers, await call()]).toEqual(['first', 'first', 'first', 'first'])
  expect(done).toEqual(['first'])
})

test('after a refusal, the same key runs again, but only with the same body', async () => {
  const { call, done } = callOf(refused(), refused(), 'done at last', 'twice')
  await expect(call()).rejects.toMatchObject({ code: 'not_yet', status: 409, message: 'Not yet.' })
  await expect(call('another')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  await expect(call()).rejects.toMatchObject({ code: 'not_yet' })
  expect([await call(), await call()]).toEqual(['done at last', 'done at last'])
  await expect(call('another')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  expect(done).toEqual(['done at last'])
})

test('calls that wait for a refused call get its refusal, and the next call runs again', async () => {
  let refuse = (_: Refusal) => {}
  const waiting = new Promise<never>((_, reject) => {
    refuse = reject
  })
  const work = [() => waiting, async () => 'second run']
  const key = randomUUID()
  const call = () => once<string>(world.ctx(), { key, endpoint: 'POST /test', body: null }, () => work.shift()!())
  const first = call().catch((error: Refusal) => error.code)
  while (work.length > 1) await new Promise((resolve) => setTimeout(resolve, 10))
  const others = [call(), call()].map((one) => one.catch((error: Refusal) => error.code))
  await new Promise((resolve) => setTimeout(resolve, 250))
  refuse(refused())
  expect(await Promise.all([first, ...others])).toEqual(['not_yet', 'not_yet', 'not_yet'])
  expect(await call()).toBe('second run')
})

test('a 429, a 503, or a bug frees the key', async () => {
  const { call } = callOf(new Refusal('too_many', 429, 'Later.'), new Refusal('away', 503, 'Away.'), new Error('a bug'), 'done')
  await expect(call()).rejects.toMatchObject({ status: 429 })
  await expect(call()).rejects.toMatchObject({ status: 503 })
  await expect(call()).rejects.toThrow('a bug')
  expect(await call()).toBe('done')
})

test('the key of a killed process is free after a minute', async () => {
  const { key, call } = callOf('after the crash')
  await once(world.ctx(), { key, endpoint: 'POST /test', body: 'same' }, async () => 'lost')
  await sql`update platform.idempotent_answer set status = null, started_at = now() - interval '61 seconds' where key = ${key}`.execute(
    world.db
  )
  expect(await call()).toBe('after the crash')
})

/** Ends every connection to the world's database, and lets nobody connect. Returns what lets them connect again. */
async function cutOff({ url }: World): Promise<() => Promise<void>> {
  const name = new URL(url).pathname.slice(1)
  const allow = (isAllowed: boolean) =>
    onDatabase(process.env['EASEL_TEST_PG']!, async (client) => {
      await client.query(`alter database ${name} allow_connections ${isAllowed}`)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    })
  await allow(false)
  return () => allow(true)
}

describe('when the database dies during a call', () => {
  let own: World
  beforeAll(async () => {
    own = await freshWorld({ log: silentLog })
  })
  afterAll(() => own.end())

  test('the key of a call that failed is free as soon as the database is back', async () => {
    const key = randomUUID()
    const call = (work: () => Promise<string>) => once(own.ctx(), { key, endpoint: 'POST /test', body: null }, work)
    let connectAgain = async () => {}
    const failing = call(async () => {
      connectAgain = await cutOff(own)
      await sql`select 1`.execute(own.db)
      return 'never'
    })
    await expect(failing).rejects.toThrow()
    await connectAgain()
    expect(await call(async () => 'second run')).toBe('second run')
  }, 30_000)

  test('a call whose work is done is answered, and runs once', async () => {
    const key = randomUUID()
    const call = (work: () => Promise<string>) => once(own.ctx(), { key, endpoint: 'POST /test', body: null }, work)
    let connectAgain = async () => {}
    const done = await call(async () => {
      connectAgain = await cutOff(own)
      return 'done'
    })
    await connectAgain()
    expect([done, await call(async () => 'twice')]).toEqual(['done', 'done'])
  }, 30_000)

  test('a late outcome does not touch a key that another call has claimed since', async () => {
    const key = randomUUID()
    const call = (work: () => Promise<string>) => once(own.ctx(), { key, endpoint: 'POST /test', body: null }, work)
    const first = call(async () => {
      await sql`update platform.idempotent_answer set started_at = started_at - interval '61 seconds' where key = ${key}`.execute(own.db)
      expect(await call(async () => 'of the second')).toBe('of the second')
      throw new Error('too late')
    })
    await expect(first).rejects.toThrow('too late')
    expect(await call(async () => 'of the third')).toBe('of the second')
  })
})
