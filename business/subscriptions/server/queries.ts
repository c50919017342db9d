import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

type SubscriptionTable = Database['subscriptions.subscription']
const OPEN = ['active', 'grace'] as const

export async function findSubscription(db: Db, id: string) {
  return db.selectFrom('subscriptions.subscription').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findByProviderId(db: Db, provider_subscription_id: string) {
  return db
    .selectFrom('subscriptions.subscription')
    .selectAll()
    .where('provider_subscription_id', '=', provider_subscription_id)
    .executeTakeFirst()
}

/** Held until the transaction ends: whoever changes a plan, its seats or its counter waits here. */
export async function lockSubscription(tx: Tx, id: string) {
  return tx.selectFrom('subscriptions.subscription').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** One owner's plans are opened one after the other; held until the transaction ends. */
export async function lockOwner(tx: Tx, owner_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`subscriptions/${owner_id}`}, 0))`.execute(tx)
}

/** Answers nothing when this owner has a checkout of that plan already (unique index one_checkout). */
export async function insertSubscription(db: Db, subscription: Insertable<SubscriptionTable>) {
  return db
    .insertInto('subscriptions.subscription')
    .values(subscription)
    .onConflict((conflict) => conflict.columns(['owner_id', 'plan_id']).where('state', '=', 'created').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updateSubscription(db: Db, id: string, change: Updateable<SubscriptionTable>) {
  return db.updateTable('subscriptions.subscription').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Nothing beside a plan that is open for that owner. */
export async function findOpen(db: Db, owner_id: string, now: Date) {
  return openAt(db, now)
    .selectAll('subscription')
    .where('subscription.owner_id', '=', owner_id)
    .orderBy(sql`subscription.plan_type = 'free'`)
    .limit(1)
    .executeTakeFirst()
}

export async function findCheckout(
  db: Db,
  { owner_id, plan_id }: { owner_id: string; plan_id: NonNullable<SubscriptionTable['plan_id']> }
) {
  return db
    .selectFrom('subscriptions.subscription')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('plan_id', '=', plan_id)
    .where('state', '=', 'created')
    .executeTakeFirst()
}

/** Open also by the clock: what no job has ended yet gives nothing any more. */
const openAt = (db: Db, now: Date) =>
  db
    .selectFrom('subscriptions.subscription as subscription')
    .where('subscription.state', 'in', OPEN)
    .where((at) => at.or([at('subscription.access_ends_at', 'is', null), at('subscription.access_ends_at', '>', now)]))

/** The open plan of somebody's address: the oldest seat first. Only a verified client who may sign in sits on it. */
export async function findSeatedOn(db: Db, user_id: string, now: Date) {
  return openAt(db, now)
    .innerJoin('subscriptions.seat as seat', 'seat.subscription_id', 'subscription.id')
    .innerJoin('accounts.user as user', 'user.email', 'seat.email')
    .selectAll('subscription')
    .where('user.id', '=', user_id)
    .where('user.email_verified', '=', true)
    .where('user.role', '=', 'client')
    .where('user.is_active', '=', true)
    .orderBy('seat.invited_at')
    .orderBy('seat.id')
    .limit(1)
    .executeTakeFirst()
}
