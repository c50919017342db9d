import type { Insertable } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

/** Returns seats in the order of invitation, with the verified client who has the address, if there is one. */
export async function findSeats(db: Db, subscription_id: string) {
  return db
    .selectFrom('subscriptions.seat as seat')
    .leftJoin('accounts.user as user', (join) =>
      join
        .onRef('user.email', '=', 'seat.email')
        .on('user.email_verified', '=', true)
        .on('user.role', '=', 'client')
        .on('user.is_active', '=', true)
    )
    .select(['seat.id', 'seat.email', 'seat.invited_at', 'seat.joined_at', 'user.id as user_id', 'user.name'])
    .where('seat.subscription_id', '=', subscription_id)
    .orderBy('seat.invited_at')
    .orderBy('seat.id')
    .execute()
}

export async function countSeats(db: Db, subscription_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('subscriptions.seat')
    .select((at) => at.fn.countAll<number>().as('count'))
    .where('subscription_id', '=', subscription_id)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns undefined if the address already has a seat in this plan. */
export async function insertSeat(tx: Tx, seat: Insertable<Database['subscriptions.seat']>) {
  return tx
    .insertInto('subscriptions.seat')
    .values(seat)
    .onConflict((conflict) => conflict.columns(['subscription_id', 'email']).doNothing())
    .returning(['id', 'email'])
    .executeTakeFirst()
}

export async function findSeat(db: Db, id: string) {
  return db.selectFrom('subscriptions.seat').selectAll().where('id', '=', id).executeTakeFirst()
}

type Joining = { subscription_id: string; user_id: string; joined_at: Date }

/** Marks the seat with the user's address as joined, unless it already is. */
export async function updateJoined(tx: Tx, { subscription_id, user_id, joined_at }: Joining): Promise<void> {
  await tx
    .updateTable('subscriptions.seat')
    .set({ joined_at })
    .where('subscription_id', '=', subscription_id)
    .where('joined_at', 'is', null)
    .where('email', '=', (at) => at.selectFrom('accounts.user').select('email').where('id', '=', user_id))
    .execute()
}

/**
 * Moves the seats of a person to another address. Of two seats in the same plan one is kept, the joined one before an invitation. A plan's owner
 * needs none there.
 */
export async function updateSeatAddress(tx: Tx, { id, from, to }: { id: string; from: string; to: string }): Promise<void> {
  const own = tx.selectFrom('subscriptions.subscription').select('id').where('owner_id', '=', id)
  const plansOf = (email: string) => tx.selectFrom('subscriptions.seat').select('subscription_id').where('email', '=', email)
  const ofAddress = (email: string) => tx.deleteFrom('subscriptions.seat').where('email', '=', email)
  await ofAddress(to).where('subscription_id', 'in', own).execute()
  await ofAddress(to).where('joined_at', 'is', null).where('subscription_id', 'in', plansOf(from)).execute()
  await ofAddress(from).where('subscription_id', 'in', plansOf(to)).execute()
  await tx.updateTable('subscriptions.seat').set({ email: to }).where('email', '=', from).execute()
}

export async function deleteSeat(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('subscriptions.seat').where('id', '=', id).execute()
}

/** Deletes the seats with the person's address, and all seats of their own plans. */
export async function deleteSeatsOf(tx: Tx, { id, email }: { id: string; email: string }): Promise<void> {
  const own = tx.selectFrom('subscriptions.subscription').select('id').where('owner_id', '=', id)
  await tx
    .deleteFrom('subscriptions.seat')
    .where((at) => at.or([at('email', '=', email), at('subscription_id', 'in', own)]))
    .execute()
}

/** Deletes all but the first `count` invitations. */
export async function trimSeats(tx: Tx, subscription_id: string, count: number): Promise<void> {
  const staying = tx
    .selectFrom('subscriptions.seat')
    .select('id')
    .where('subscription_id', '=', subscription_id)
    .orderBy('invited_at')
    .orderBy('id')
    .limit(count)
  await tx.deleteFrom('subscriptions.seat').where('subscription_id', '=', subscription_id).where('id', 'not in', staying).execute()
}

/** Deletes invitations that nobody accepted. */
export async function deleteUnaccepted(db: Db, invited_before: Date): Promise<void> {
  await db.deleteFrom('subscriptions.seat').where('joined_at', 'is', null).where('invited_at', '<', invited_before).execute()
}

/** Deletes the seats of plans that ended. */
export async function deleteEnded(db: Db, ended_before: Date): Promise<void> {
  const ended = db.selectFrom('subscriptions.subscription').select('id').where('state', '=', 'ended').where('ended_at', '<', ended_before)
  await db.deleteFrom('subscriptions.seat').where('subscription_id', 'in', ended).execute()
}
