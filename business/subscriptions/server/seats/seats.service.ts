import { findUser } from '#accounts/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, type Eraser, inTransaction, refuse, signedIn, spend, type Tx } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { planOf } from '../../rules.ts'
import type { inviteToSeat, listSeats, Seat } from '../../seats.contract.ts'
import { findMembership } from '../downloads.service.ts'
import { isOpenNow } from '../life.service.ts'
import { mailInvitation, mailSeatRemoved } from '../mailing.service.ts'
import { findOpen, lockSubscription } from '../queries.ts'
import { presentNext } from '../service.ts'
import type { Subscription } from '../tables.ts'
import * as queries from './seats.queries.ts'

type Seats = Answer<typeof listSeats>
/** Maximum number of invitation mails per owner and day. */
const INVITATIONS_A_DAY = 30
const DAY_SECONDS = 86_400

export async function list(ctx: Ctx): Promise<Seats> {
  const membership = await findMembership(ctx.db, ctx.now, signedIn(ctx).id)
  if (!membership || membership.subscription.plan_type === 'free') return { items: [], seats: 0, seats_used: 0 }
  const { subscription } = membership
  const me = signedIn(ctx)
  const owner = await findUser(ctx.db, subscription.owner_id)
  const seats = await queries.findSeats(ctx.db, subscription.id)
  const first: Seat = {
    id: subscription.owner_id,
    email: owner?.email ?? '',
    name: owner?.name ?? null,
    status: 'owner',
    invited_at: null,
    joined_at: subscription.started_at?.toISOString() ?? null
  }
  return { items: [first, ...seats.map((seat) => present(seat, me.id))], seats: subscription.seats, seats_used: seats.length + 1 }
}

type Row = Awaited<ReturnType<typeof queries.findSeats>>[number]

/** Hides the name until the person joins, except from that person, so an invitation does not reveal who has an account. */
function present({ id, email, user_id, name, invited_at, joined_at }: Row, me: string): Seat {
  const has_joined = joined_at !== null && user_id !== null
  return {
    id,
    email,
    name: has_joined || user_id === me ? name : null,
    status: has_joined ? 'joined' : 'invited',
    invited_at: invited_at.toISOString(),
    joined_at: has_joined ? joined_at.toISOString() : null
  }
}

/** Locks the caller's own plan, so that two invitations cannot take the same last seat. */
async function lockOwn(ctx: Ctx<Tx>): Promise<Subscription> {
  const membership = await findMembership(ctx.db, ctx.now, signedIn(ctx).id)
  if (!membership || membership.subscription.plan_type === 'free') throw refuse(refusals, 'no_plan')
  if (membership.role === 'member') throw refuse(refusals, 'not_owner')
  const locked = await lockSubscription(ctx.db, membership.subscription.id)
  if (!locked || !isOpenNow(locked, ctx.now)) throw refuse(refusals, 'no_plan')
  return locked
}

export async function invite(ctx: Ctx, { body: { email } }: Received<typeof inviteToSeat>): Promise<Seat> {
  await spend(ctx, { key: `subscriptions.invite/${signedIn(ctx).id}`, most: INVITATIONS_A_DAY, seconds: DAY_SECONDS })
  return inTransaction(ctx, async (ctx) => {
    const subscription = await lockOwn(ctx)
    const { id: subscription_id, seats } = subscription
    const { next_plan_id } = presentNext(subscription)
    if (email === signedIn(ctx).email) throw refuse(refusals, 'already_seated')
    const created = await queries.insertSeat(ctx.db, { subscription_id, email, invited_at: ctx.now })
    if (!created) throw refuse(refusals, 'already_seated')
    // The owner has a seat too. The seats of the next period count, so that no one who is invited now loses the seat then.
    const most = Math.min(seats, next_plan_id ? planOf(next_plan_id).seats : seats)
    if ((await queries.countSeats(ctx.db, subscription_id)) + 1 > most) throw refuse(refusals, 'seats_taken')
    await mailInvitation(ctx, subscription, { email, owner: signedIn(ctx).name })
    return { id: created.id, email, name: null, status: 'invited', invited_at: ctx.now.toISOString(), joined_at: null }
  })
}

/** Accepts an invitation to the caller's own address. A repeated call changes nothing. */
export async function join(ctx: Ctx, id: string): Promise<Seats> {
  await inTransaction(ctx, async (ctx) => {
    const { id: user_id, email } = signedIn(ctx)
    const seat = await queries.findSeat(ctx.db, id)
    const subscription = seat?.email === email ? await lockSubscription(ctx.db, seat.subscription_id) : undefined
    if (!subscription || !isOpenNow(subscription, ctx.now)) throw refuse(refusals, 'seat_not_found')
    await queries.updateJoined(ctx.db, { subscription_id: subscription.id, user_id, joined_at: ctx.now })
  })
  return list(ctx)
}

/** Removes a member (owner), or leaves the team (member). */
export async function remove(ctx: Ctx, id: string): Promise<Seats> {
  await inTransaction(ctx, async (ctx) => {
    const me = signedIn(ctx)
    const own = await findOpen(ctx.db, me.id, ctx.now)
    if (own && id === me.id) throw refuse(refusals, 'owner_seat')
    const seat = await queries.findSeat(ctx.db, id)
    if (!seat || (seat.subscription_id !== own?.id && seat.email !== me.email)) throw refuse(refusals, 'seat_not_found')
    const subscription = await lockSubscription(ctx.db, seat.subscription_id)
    const member = (await queries.findSeats(ctx.db, seat.subscription_id)).find((one) => one.id === id)
    await queries.deleteSeat(ctx.db, id)
    // No mail to members who leave on their own, or to addresses that never had an account.
    if (subscription && member?.name && member.email !== me.email)
      await mailSeatRemoved(ctx, subscription, { ...member, name: member.name })
  })
  return list(ctx)
}

export const seatsRetention = {
  seat_invitations: ({ db }, before) => queries.deleteUnaccepted(db, before),
  ended_seats: ({ db }, before) => queries.deleteEnded(db, before)
} satisfies Record<string, Eraser>
