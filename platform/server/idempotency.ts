import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Connection, Db } from '#platform/database/connect.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Ctx } from './context.ts'
import { keyReused, Refusal } from './refusal.ts'

type Once = { key: string; endpoint: string; body: unknown }
type Row = { body_hash: string; status: number | null; answer: unknown }

const ABANDONED_AFTER_SECONDS = 60
const MAX_KEY_LENGTH = 255
const AGAIN_MS = 500
const DONE = 200

/**
 * Runs the work once per key and body, and returns the same answer to every repeated call. The same key with another body is a 409. A process that dies frees the key after a minute.
 * A refusal did nothing, and its cause may be gone: a later call runs again, and a call that was waiting gets the same refusal.
 */
export async function once<T>(ctx: Ctx, { key, endpoint, body }: Once, work: () => Promise<T>): Promise<T> {
  if (key.length > MAX_KEY_LENGTH) throw new Refusal('invalid_idempotency_key', 400, 'The Idempotency-Key is too long.')
  const actor = ctx.actor?.id ?? ctx.caller.ip
  const hash = createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('hex')
  const place = { actor, endpoint, key, hash }
  for (let tries = 0; tries < 100; tries += 1) {
    const claimed_at = await claim(ctx.pool, place, { after_refusal: tries === 0 })
    if (claimed_at !== undefined) return await perform(ctx, { ...place, claimed_at }, work)
    const row = await find(ctx.pool, place)
    if (row && row.body_hash !== hash) throw keyReused()
    if (row && row.status !== null) return replay<T>({ ...row, status: row.status })
    await wait(100)
  }
  throw new Refusal('in_progress', 409, 'The first call with this Idempotency-Key is still in progress.')
}

type Place = { actor: string; endpoint: string; key: string; hash: string }
type Claim = Place & { claimed_at: string }

type ClaimOptions = { after_refusal: boolean }

/** Claims the key, and returns when; undefined if it is taken. A refused key stays tied to its body. */
async function claim(db: Connection, { actor, endpoint, key, hash }: Place, { after_refusal }: ClaimOptions): Promise<string | undefined> {
  const { rows } = await sql<{ claimed_at: string }>`
    insert into platform.idempotent_answer as stored (actor_id, endpoint, key, body_hash) values (${actor}, ${endpoint}, ${key}, ${hash})
    on conflict (actor_id, endpoint, key) do update set started_at = now(), status = null, answer = null
      where stored.body_hash = excluded.body_hash and (
        (stored.status is null and stored.started_at < now() - make_interval(secs => ${ABANDONED_AFTER_SECONDS}))
        or (stored.status <> ${DONE} and ${after_refusal}))
    returning started_at::text as claimed_at`.execute(db)
  return rows[0]?.claimed_at
}

async function find(db: Connection, { actor, endpoint, key }: Place): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select body_hash, status, answer from platform.idempotent_answer
    where actor_id = ${actor} and endpoint = ${endpoint} and key = ${key}`.execute(db)
  return rows[0]
}

async function perform<T>(ctx: Ctx, claim: Claim, work: () => Promise<T>): Promise<T> {
  const answer = await work().catch(async (error: unknown) => {
    if (error instanceof Refusal && isDecided(error))
      await settle(ctx, () => store(ctx.pool, claim, error.status, { code: error.code, message: error.message, fields: error.fields }))
    else await settle(ctx, () => release(ctx.pool, claim))
    throw error
  })
  await settle(ctx, () => store(ctx.pool, claim, DONE, answer))
  return answer
}

/** Writes what has become of a call. If the database is away, its caller does not wait: it is written when the database is back. */
async function settle({ log }: Ctx, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (err) {
    if (!isDatabaseAway(err)) throw err
    log.warn({ err }, 'the outcome of an Idempotency-Key could not be written, and is tried again')
    void settleLater(log, write)
  }
}

/** Gives up when the key would be free anyway. */
async function settleLater(log: Ctx['log'], write: () => Promise<void>): Promise<void> {
  for (const until = performance.now() + ABANDONED_AFTER_SECONDS * 1000; performance.now() < until; ) {
    await wait(AGAIN_MS, undefined, { ref: false })
    try {
      return await write()
    } catch (err) {
      if (isDatabaseAway(err)) continue
      log.error({ err }, 'the outcome of an Idempotency-Key could not be written')
      return
    }
  }
}

/** A 429 or a 5xx says nothing about the call itself, so it is not stored. */
const isDecided = ({ status }: Refusal): boolean => status < 500 && status !== 429

async function store(db: Connection, claim: Claim, status: number, answer: unknown): Promise<void> {
  await sql`update platform.idempotent_answer set status = ${status}, answer = ${JSON.stringify(answer ?? null)}::jsonb
    where ${isOwn(claim)}`.execute(db)
}

async function release(db: Connection, claim: Claim): Promise<void> {
  await sql`delete from platform.idempotent_answer where ${isOwn(claim)}`.execute(db)
}

/** After a minute, the key may have been claimed by another call. */
const isOwn = ({ actor, endpoint, key, claimed_at }: Claim) =>
  sql`actor_id = ${actor} and endpoint = ${endpoint} and key = ${key} and started_at = ${claimed_at}::timestamptz`

/** Deletes the stored answers of a deleted person. */
export async function forgetAnswers(db: Db, actor_id: string): Promise<void> {
  await sql`delete from platform.idempotent_answer where actor_id = ${actor_id}`.execute(db)
}

function replay<T>({ status, answer }: Row & { status: number }): T {
  if (status === DONE) return answer as T
  const { code, message, fields } = answer as { code: string; message: string; fields?: Record<string, string> }
  throw new Refusal(code, status, message, fields ? { fields } : {})
}
