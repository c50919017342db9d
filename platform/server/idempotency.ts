import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Connection, Db } from '#platform/database/connect.ts'
import type { Ctx } from './context.ts'
import { keyReused, Refusal } from './refusal.ts'

type Once = { key: string; endpoint: string; body: unknown }
type Row = { body_hash: string; status: number | null; answer: unknown }

const ABANDONED_AFTER_SECONDS = 60
const LONGEST_KEY = 255
const DONE = 200

/**
 * The same key and body give the same answer and happen once; the same key with another body is a 409. A crash frees the key after a minute.
 * A refusal did nothing, and what stood in the way may be gone: who comes again after it is decided on anew, who came while it was made gets the same.
 */
export async function once<T>(ctx: Ctx, { key, endpoint, body }: Once, work: () => Promise<T>): Promise<T> {
  if (key.length > LONGEST_KEY) throw new Refusal('invalid_idempotency_key', 400, 'The Idempotency-Key is too long.')
  const actor = ctx.actor?.id ?? ctx.caller.ip
  const hash = createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('hex')
  const place = { actor, endpoint, key, hash }
  for (let tries = 0; tries < 100; tries += 1) {
    if (await claim(ctx.pool, place, { after_refusal: tries === 0 })) return await perform(ctx.pool, place, work)
    const row = await find(ctx.pool, place)
    if (row && row.body_hash !== hash) throw keyReused()
    if (row?.status != null) return replay<T>(row)
    await wait(100)
  }
  throw new Refusal('in_progress', 409, 'The first call with this Idempotency-Key is still in progress.')
}

type Place = { actor: string; endpoint: string; key: string; hash: string }

type Claiming = { after_refusal: boolean }

/** A key that was refused stays with its body. */
async function claim(db: Connection, { actor, endpoint, key, hash }: Place, { after_refusal }: Claiming): Promise<boolean> {
  const { rows } = await sql`
    insert into platform.idempotent_answer as kept (actor_id, endpoint, key, body_hash) values (${actor}, ${endpoint}, ${key}, ${hash})
    on conflict (actor_id, endpoint, key) do update set started_at = now(), status = null, answer = null
      where kept.body_hash = excluded.body_hash and (
        (kept.status is null and kept.started_at < now() - make_interval(secs => ${ABANDONED_AFTER_SECONDS}))
        or (kept.status <> ${DONE} and ${after_refusal}))
    returning key`.execute(db)
  return rows.length > 0
}

async function find(db: Connection, { actor, endpoint, key }: Place): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select body_hash, status, answer from platform.idempotent_answer
    where actor_id = ${actor} and endpoint = ${endpoint} and key = ${key}`.execute(db)
  return rows[0]
}

async function perform<T>(db: Connection, place: Place, work: () => Promise<T>): Promise<T> {
  try {
    const answer = await work()
    await keep(db, place, DONE, answer)
    return answer
  } catch (error) {
    if (error instanceof Refusal && isDecided(error))
      await keep(db, place, error.status, { code: error.code, message: error.message, fields: error.fields })
    else await forget(db, place)
    throw error
  }
}

/** Not where it was too many, or out of reach for now: that says nothing about the call. */
const isDecided = ({ status }: Refusal): boolean => status < 500 && status !== 429

async function keep(db: Connection, { actor, endpoint, key }: Place, status: number, answer: unknown): Promise<void> {
  await sql`update platform.idempotent_answer set status = ${status}, answer = ${JSON.stringify(answer ?? null)}::jsonb
    where actor_id = ${actor} and endpoint = ${endpoint} and key = ${key}`.execute(db)
}

async function forget(db: Connection, { actor, endpoint, key }: Place): Promise<void> {
  await sql`delete from platform.idempotent_answer where actor_id = ${actor} and endpoint = ${endpoint} and key = ${key}`.execute(db)
}

/** For a caller that is no more. */
export async function forgetAnswers(db: Db, actor_id: string): Promise<void> {
  await sql`delete from platform.idempotent_answer where actor_id = ${actor_id}`.execute(db)
}

function replay<T>({ status, answer }: Row): T {
  if (status === DONE) return answer as T
  const { code, message, fields } = answer as { code: string; message: string; fields?: Record<string, string> }
  throw new Refusal(code, status!, message, fields ? { fields } : {})
}
