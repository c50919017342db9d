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

/** Locks a plan until the transaction ends. Every change of a plan, its seats, or its counter waits here. */
export async function lockSubscription(tx: Tx, id: string) {
  return tx.selectFrom('subscriptions.subscription').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Locks an owner's plans until the transaction ends, so that they open one after the other. */
export async function lockOwner(tx: Tx, owner_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`subscriptions/${owner_id}`}, 0))`.execute(tx)
}

/** Returns undefined if this owner already has a checkout of that plan (unique index one_checkout). */
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

/** Marks PayPal as up to date unless the renewal was paused or resumed again in the meantime. Returns false in that case. */
export async function updateRenewalDone(
  db: Db,
  { id, renewal_paused_at }: { id: string; renewal_paused_at: Date | null }
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscriptions.subscription')
    .set({ renewal_due: false })
    .where('id', '=', id)
    .where('renewal_paused_at', 'is not distinct from', renewal_paused_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the owner's open plan, a paid one before a free one. */
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

/** Plans that are open by the clock too: some may be over although no job has ended them yet. */
const openAt = (db: Db, now: Date) =>
  db
    .selectFrom('subscriptions.subscription as subscription')
    .where('subscription.state', 'in', OPEN)
    .where((at) => at.or([at('subscription.access_ends_at', 'is', null), at('subscription.access_ends_at', '>', now)]))

/** Returns those of these plans that are open. */
export async function openPlansAmong(db: Db, now: Date, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await openAt(db, now).select('subscription.id').where('subscription.id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns the open plan on which the user has a seat: one that they joined before one that only invited them, then the oldest.
 * Only an active, verified client can use a seat.
 */
export async function findSeatedOn(db: Db, user_id: string, now: Date) {
  return openAt(db, now)
    .innerJoin('subscriptions.seat as seat', 'seat.subscription_id', 'subscription.id')
    .innerJoin('accounts.user as user', 'user.email', 'seat.email')
    .innerJoin('accounts.user as owner', 'owner.id', 'subscription.owner_id')
    .selectAll('subscription')
    .select(['seat.joined_at', 'owner.name as owner_name'])
    .where('user.id', '=', user_id)
    .where('user.email_verified', '=', true)
    .where('user.role', '=', 'client')
    .where('user.is_active', '=', true)
    .orderBy(sql`seat.joined_at is null`)
    .orderBy('seat.invited_at')
    .orderBy('seat.id')
    .limit(1)
    .executeTakeFirst()
}

/** Stores the first consent. Returns false if there already is one. */
export async function updateFirstConsent(db: Db, id: string, consent: { consent_text: string; consented_at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscriptions.subscription')
    .set(consent)
    .where('id', '=', id)
    .where('consented_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertConsent(tx: Tx, consent: Insertable<Database['subscriptions.consent']>): Promise<void> {
  await tx.insertInto('subscriptions.consent').values(consent).execute()
}

/** Returns every plan of an owner that no job has ended yet. */
export async function findAllOpen(db: Db, owner_id: string) {
  return db.selectFrom('subscriptions.subscription').selectAll().where('owner_id', '=', owner_id).where('state', 'in', OPEN).execute()
}

/** Returns the plans that PayPal keeps charging an owner for. */
export async function findRenewing(db: Db, owner_id: string) {
  return db
    .selectFrom('subscriptions.subscription')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('state', 'in', OPEN)
    .where('auto_renew', '=', true)
    .execute()
}

/** Returns all of an owner's subscriptions that could still be charged or opened. */
export async function findUnended(db: Db, owner_id: string) {
  return db.selectFrom('subscriptions.subscription').selectAll().where('owner_id', '=', owner_id).where('state', '!=', 'ended').execute()
}

/** Returns plans whose access is over by the clock. */
export async function findOverdue(db: Db, now: Date, most: number) {
  return db
    .selectFrom('subscriptions.subscription')
    .selectAll()
    .where('state', 'in', OPEN)
    .where('access_ends_at', '<=', now)
    .orderBy('access_ends_at')
    .limit(most)
    .execute()
}

type Abandoned = { checked_before: Date; created_after: Date }
type Check = { now: Date; checked_before: Date; long_ago: Date; abandoned: Abandoned; most: number }

/**
 * Returns what to check at PayPal, the longest unchecked first: checkouts, renewals that are due or failed, and pending cancellations and
 * suspensions. Every open plan is checked once a day, because an event may have been lost. Abandoned checkouts are checked now and then,
 * because PayPal's page may still be open.
 */
export async function findToCheck(db: Db, { now, checked_before, long_ago, abandoned, most }: Check) {
  return db
    .selectFrom('subscriptions.subscription')
    .selectAll()
    .where('source', '=', 'paypal')
    .where('provider_subscription_id', 'is not', null)
    .where((at) =>
      at.or([
        at.and([
          at.or([at('checked_at', 'is', null), at('checked_at', '<', checked_before)]),
          at.or([
            at('cancel_due', '=', true),
            at('renewal_due', '=', true),
            at('state', 'in', ['created', 'grace']),
            at.and([at('state', '=', 'active'), at('auto_renew', '=', true), at('period_ends_at', '<=', now)])
          ])
        ]),
        at.and([at('state', 'in', OPEN), at('checked_at', '<', long_ago)]),
        at.and([
          at('end_reason', 'in', ['abandoned', 'account_deleted']),
          at('created_at', '>', abandoned.created_after),
          at.or([at('checked_at', 'is', null), at('checked_at', '<', abandoned.checked_before)])
        ])
      ])
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(most)
    .execute()
}

type BegunBefore = { at_full_price: Date; discounted: Date }

/** Returns checkouts that were never approved. */
export async function findAbandoned(db: Db, { at_full_price, discounted }: BegunBefore, most: number) {
  return db
    .selectFrom('subscriptions.subscription')
    .selectAll()
    .where('state', '=', 'created')
    .where(({ and, eb, or }) =>
      or([
        eb('created_at', '<', at_full_price),
        and([eb('created_at', '<', discounted), eb('intro_cents', 'is not', null), eb('replaces_id', 'is', null)])
      ])
    )
    .limit(most)
    .execute()
}

/** Returns the ids of a plan and of those that it replaced by changes of plan. */
export async function findWithReplaced(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive chain as (
      select id, replaces_id from subscriptions.subscription where id = ${id}
      union select one.id, one.replaces_id from subscriptions.subscription one join chain on one.id = chain.replaces_id
    ) select id from chain`.execute(db)
  return rows.map((row) => row.id)
}
