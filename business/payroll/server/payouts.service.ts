import { audit, findReachableUser } from '#accounts/server/index.ts'
import { post } from '#ledger/server/index.ts'
import { type Answer, type Cents, inDollars, type Received, toCents } from '#platform/contract/index.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { type Ctx, inTransaction, keyReused, refuse, requestKey, signedIn } from '#platform/server/index.ts'
import { payoutNeedsTwo } from '../approvals.rules.ts'
import { payoutMail } from '../mails/payout-mail.tsx'
import { payoutReversedMail } from '../mails/payout-reversed-mail.tsx'
import {
  type employeeBalance,
  type OpenBalance,
  type openBalances,
  type Payout,
  type recordPayout,
  refusals,
  type viewPayouts
} from '../payouts.contract.ts'
import { unpaidOf } from '../rules.ts'
import { askFirst } from './approvals/ask-first.service.ts'
import * as queries from './payouts.queries.ts'
import { balanceOf } from './service.ts'

export const SEND_PAYOUT_MAIL = 'payroll.send-payout-mail'

export async function readBalance(ctx: Ctx, employee_id: string): Promise<Answer<typeof employeeBalance>> {
  await requirePayee(ctx, employee_id)
  const { earned_cents, paid_cents, balance_cents } = await balanceOf(ctx.db, employee_id)
  return presentBalance(earned_cents, paid_cents, balance_cents)
}

const presentBalance = (earned: Cents, paid: Cents, balance_cents: Cents) => ({
  total_earned: inDollars(earned),
  total_earned_cents: earned,
  total_paid: inDollars(paid),
  total_paid_cents: paid,
  balance: inDollars(balance_cents),
  balance_cents
})

/** Refuses anyone who is not an artist and was never owed a wage. */
async function requirePayee(ctx: Ctx, employee_id: string): Promise<void> {
  const payees = await queries.findPayees(ctx.db)
  if (!payees.some(({ id }) => id === employee_id)) throw refuse(refusals, 'employee_not_found')
}

export async function listOpenBalances({ db }: Ctx): Promise<Answer<typeof openBalances>> {
  const payees = (await queries.findPayees(db)).toSorted(
    (one, other) => other.owed_cents - one.owed_cents || one.name.localeCompare(other.name)
  )
  const owed = payees.filter(({ owed_cents }) => owed_cents > 0).map(({ id }) => id)
  const wages = Map.groupBy(await queries.findAllWagesOf(db, owed), ({ employee_id }) => employee_id)
  const items = payees.map(({ id, name, email, earned_cents, owed_cents }): OpenBalance => {
    const paid = toCents(earned_cents - owed_cents)
    const [oldest] = unpaidOf(wages.get(id) ?? [], paid)
    return {
      ...presentBalance(earned_cents, paid, owed_cents),
      employee_id: id,
      employee_name: name,
      employee_email: email,
      oldest_unpaid_at: oldest?.earned_at.toISOString() ?? null
    }
  })
  return { items }
}

/** An employee sees only their own payouts; an admin sees anyone's. */
export async function listPayouts(ctx: Ctx, { query }: Received<typeof viewPayouts>): Promise<Answer<typeof viewPayouts>> {
  const { id, role } = signedIn(ctx)
  const { employee_id = id, ...paging } = query
  if (role !== 'admin' && employee_id !== id) throw refuse(refusals, 'employee_not_found')
  if (role === 'admin') await requirePayee(ctx, employee_id)
  const [payouts, total] = [await queries.findPayoutsOf(ctx.db, employee_id, paging), await queries.countPayoutsOf(ctx.db, employee_id)]
  const items = payouts.map((payout) => present(payout, role === 'admin' ? payout.recorder : null))
  return { items, total, page: paging.page, page_size: paging.page_size }
}

type Row = Awaited<ReturnType<typeof queries.insertPayout>>
type Shown = Row & { reversed_by?: string | null }

export const present = (
  { amount_cents, paid_at, id, employee_id, payment_method, reference_number, notes, reverses, reversed_by = null }: Shown,
  recorded_by: string | null
): Payout => ({
  id,
  employee_id,
  amount: inDollars(amount_cents),
  amount_cents,
  payment_method,
  reference_number,
  notes,
  paid_at: paid_at.toISOString(),
  recorded_by,
  reverses,
  reversed_by
})

type Wanted = Received<typeof recordPayout>['body']

/**
 * Records a payout of at most the balance, or asks a second admin for it if it is large. The balance is read under a lock for this employee,
 * so two admins cannot pay it twice. A request that is repeated after a crash, before its response was stored, returns the payout it made.
 */
export async function pay(ctx: Ctx, { body }: Received<typeof recordPayout>): Promise<Answer<typeof recordPayout>> {
  const { amount, employee_id } = body
  await requirePayee(ctx, employee_id)
  const admin = signedIn(ctx)
  if (employee_id === admin.id) throw refuse(refusals, 'own_work')
  return inTransaction(ctx, async (work) => {
    await queries.lockPayouts(work.db, employee_id)
    const made = await findMade(work, body)
    if (made) return present(made, admin.name)
    await requireBalance(work, body)
    const outcome = payoutNeedsTwo(amount) ? await askFirst(work, { kind: 'payout', change: body, payee_id: employee_id }) : undefined
    if (outcome && outcome !== 'alone') return outcome
    return payNow(work, body, { recorded_by: admin.id, request_key: requestKey(ctx), ...(outcome && { only_admin: true }) })
  })
}

/** Returns the payout that this Idempotency-Key has made. */
async function findMade(ctx: Ctx<Tx>, { employee_id, amount }: Wanted): Promise<Row | undefined> {
  const key = requestKey(ctx)
  const made = key === null ? undefined : await queries.findPayoutByKey(ctx.db, signedIn(ctx).id, key)
  if (made && (made.employee_id !== employee_id || made.amount_cents !== amount)) throw keyReused()
  return made
}

async function requireBalance({ db }: Ctx<Tx>, { employee_id, amount }: Wanted): Promise<void> {
  const { balance_cents } = await balanceOf(db, employee_id)
  if (amount > balance_cents) throw refuse(refusals, 'over_balance')
}

/** A payout as its approval stores it. */
export type Approved = Wanted
type By = { recorded_by: string; request_key?: string | null; approval_id?: string; only_admin?: true }

/** Records the payout under the employee's lock. Its entry in the audit log says who approved it, or that there was no second admin. */
export async function payNow(work: Ctx<Tx>, wanted: Wanted, { recorded_by, request_key = null, ...how }: By): Promise<Payout> {
  const { db, now, ports } = work
  const { amount, employee_id, payment_method, reference_number, notes } = wanted
  await queries.lockPayouts(db, employee_id)
  await requireBalance(work, wanted)
  const payout = await queries.insertPayout(db, {
    employee_id,
    amount_cents: amount,
    payment_method,
    reference_number: reference_number || null,
    notes: notes || null,
    recorded_by,
    paid_at: now,
    request_key
  })
  await book(db, payout)
  const { id: actor_id, name } = signedIn(work)
  const details = { amount_cents: amount, payout_id: payout.id, ...how }
  await audit(db, { actor_id, action: 'payout.recorded', subject_kind: 'user', subject: employee_id, details })
  await ports.jobs.send(db, SEND_PAYOUT_MAIL, { payout_id: payout.id })
  await publishPayout(work, payout)
  return present(payout, name)
}

/** Tells the payee's webhooks of a payout or of its reversal, in dollars like the answers of the calls. */
export const publishPayout = (work: Ctx<Tx>, { id, employee_id, amount_cents }: Row): Promise<void> =>
  work.ports.events.publish(work, [{ type: 'payout.made', to: employee_id, data: { payout_id: id, amount: inDollars(amount_cents) } }])

/** Books what a payout paid, or what a reversal took back. */
export async function book(tx: Tx, { id, employee_id, amount_cents, paid_at, reverses }: Row): Promise<void> {
  await post(tx, {
    kind: 'payout',
    reference: id,
    occurred_at: paid_at,
    description: reverses === null ? 'Payout of wages' : 'Reversed payout of wages',
    lines: [
      { account: 'wages_owed', amount_cents, party_id: employee_id },
      { account: 'cash', amount_cents: toCents(-amount_cents), party_id: employee_id }
    ]
  })
}

/** Returns the ids of the assets whose wages are not fully paid. */
export async function unpaidAssetsOf(db: Db, employee_id: string): Promise<Set<string>> {
  const [wages, { paid_cents }] = await Promise.all([queries.findAllWagesOf(db, [employee_id]), balanceOf(db, employee_id)])
  return new Set(unpaidOf(wages, paid_cents).map(({ asset_id }) => asset_id))
}

/** Returns the wages of a month ('YYYY-MM' in the business time zone), oldest first. */
export const wagesOfMonth = (db: Db, employee_id: string, month: string) => queries.findWagesOfMonth(db, employee_id, month)

/** Emails the artist about the payout, unless the account was deleted. */
export async function sendPayoutMail({ db, ports }: Ctx, payout_id: string): Promise<void> {
  const payout = await queries.findPayout(db, payout_id)
  const artist = payout && (await findReachableUser(db, payout.employee_id))
  if (!payout || !artist) return
  const { balance_cents } = await balanceOf(db, payout.employee_id)
  const details = { sender: ports.settings, name: artist.name, payout, balance_cents }
  await ports.mail.send(db, { to: artist.email, ...(await (payout.reverses === null ? payoutMail(details) : payoutReversedMail(details))) })
}
