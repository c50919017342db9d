import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { DeliveryState, Failure } from '../../webhooks.rules.ts'
import './tables.ts'

/** Attempts at the same time: to one webhook, and for one person. A slow receiver holds up nobody else. */
export const PER_WEBHOOK = 3
export const PER_PERSON = 5
/** Longer than an attempt may take. After it, another process makes the attempt again. */
const CLAIM_SECONDS = 60
/** The clocks of this process and of the database, which starts jobs, may differ a little. */
const SKEW_SECONDS = 2

/** Claims of one person's deliveries happen one after the other, so that the attempts at the same time are counted. */
export async function lockClaims(tx: Tx, user_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deliveries/${user_id}`}, 0))`.execute(tx)
}

/** Whether someone's webhooks are sent to. */
const isReached = sql<SqlBool>`person.is_active and person.deleted_at is null and person.role in ('client', 'employee')`

const isDue = (now: Date) => sql<SqlBool>`delivery.status = 'pending'
  and delivery.next_attempt_at <= ${now}::timestamptz + make_interval(secs => ${SKEW_SECONDS})
  and (delivery.claimed_until is null or delivery.claimed_until <= ${now}::timestamptz)
  and (webhook.is_active or delivery.is_asked)`

type Claimed = { id: string; webhook_id: string; url: string; body: string }

/** The oldest due delivery of each of the person's webhooks that has an attempt free, as `due`. */
const takeable = (user_id: string, now: Date) => sql`
  from accounts."user" person
  join developers.webhook on webhook.user_id = person.id
  cross join lateral (
    select count(*) as of_person, count(*) filter (where flying.webhook_id = webhook.id) as of_webhook
    from developers.delivery flying
    where flying.claimed_until > ${now}::timestamptz and flying.webhook_id in (select id from developers.webhook where user_id = person.id)
  ) claimed
  cross join lateral (
    select delivery.id, delivery.next_attempt_at from developers.delivery
    where delivery.webhook_id = webhook.id and ${isDue(now)}
    order by delivery.next_attempt_at, delivery.created_at, delivery.id limit 1
  ) due
  where person.id = ${user_id} and ${isReached} and claimed.of_person < ${PER_PERSON} and claimed.of_webhook < ${PER_WEBHOOK}`

/** Claims the person's delivery that has waited longest and whose webhook has an attempt free. Call lockClaims before. */
export async function claimDelivery(tx: Tx, { user_id, claim, now }: { user_id: string; claim: string; now: Date }) {
  const { rows } = await sql<Claimed>`
    update developers.delivery set claim = ${claim}, claimed_until = ${now}::timestamptz + make_interval(secs => ${CLAIM_SECONDS})
    from developers.webhook
    where webhook.id = delivery.webhook_id and delivery.id =
      (select due.id ${takeable(user_id, now)} order by due.next_attempt_at, due.id limit 1)
    returning delivery.id, delivery.webhook_id, webhook.url, delivery.body`.execute(tx)
  return rows[0]
}

/** Whether another delivery of the person could be claimed now. */
export async function hasMore(db: Db, user_id: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`select exists (select ${takeable(user_id, now)}) as more`.execute(db)
  return rows[0]?.more ?? false
}

/** Locks a webhook, so that results of attempts at the same time are counted one after the other. */
export async function lockWebhook(tx: Tx, id: string) {
  return tx.selectFrom('developers.webhook').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Returns the delivery if this attempt still holds it. */
export async function findClaimed(tx: Tx, { id, claim }: { id: string; claim: string }) {
  return tx.selectFrom('developers.delivery').selectAll().where('id', '=', id).where('claim', '=', claim).forUpdate().executeTakeFirst()
}

type Result = {
  status: DeliveryState
  attempts: number
  tries: number
  response_status: number | null
  failure: Failure | null
  next_attempt_at: Date | null
  attempted_at: Date
}

export async function updateResult(tx: Tx, id: string, result: Result): Promise<void> {
  await tx
    .updateTable('developers.delivery')
    .set({ ...result, claim: null, claimed_until: null, is_asked: false })
    .where('id', '=', id)
    .execute()
}

export async function updateWebhookState(tx: Tx, id: string, state: { failures: number; is_active: boolean }): Promise<void> {
  await tx.updateTable('developers.webhook').set(state).where('id', '=', id).execute()
}

/** Returns people who have due deliveries that nobody has claimed. */
export async function findPeopleWaiting(db: Db, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct webhook.user_id
    from developers.delivery join developers.webhook on webhook.id = delivery.webhook_id
    join accounts."user" person on person.id = webhook.user_id
    where ${isReached} and ${isDue(now)} limit ${most}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Gives a claimed delivery back without counting an attempt, for later. */
export async function postponeDelivery(db: Db, { id, claim, until }: { id: string; claim: string; until: Date }): Promise<void> {
  await db
    .updateTable('developers.delivery')
    .set({ claim: null, claimed_until: null, next_attempt_at: until })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()
}
