import { audit, findUser } from '#accounts/server/index.ts'
import { post } from '#ledger/server/index.ts'
import { type Answer, type Cents, inDollars, type Received, toCents } from '#platform/contract/index.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { type Ctx, inTransaction, keyReused, refuse, requestKey, signedIn } from '#platform/server/index.ts'
import { payoutMail } from '../mails/payout-mail.tsx'
import {
  type employeeBalance,
  no,
  type OpenBalance,
  type openBalances,
  type Payout,
  type recordPayout,
  type viewPayouts
} from '../payouts.contract.ts'
import { unpaidOf } from '../rules.ts'
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
  total_paid: inDollars(paid),
  balance: inDollars(balance_cents),
  balance_cents
})

/** An artist, or someone who was one and has a book. */
async function requirePayee(ctx: Ctx, employee_id: string): Promise<void> {
  const payees = await queries.findPayees(ctx.db)
  if (!payees.some(({ id }) => id === employee_id)) throw refuse(no, 'employee_not_found')
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

/** Decisions section 3: an employee is answered about itself only; an admin may name anyone. */
export async function listPayouts(ctx: Ctx, { query }: Received<typeof viewPayouts>): Promise<Answer<typeof viewPayouts>> {
  const { employee_id: asked, ...paging } = query
  const { id, role } = signedIn(ctx)
  const employee_id = asked ?? id
  if (role !== 'admin' && employee_id !== id) throw refuse(no, 'employee_not_found')
  if (role === 'admin') await requirePayee(ctx, employee_id)
  const [payouts, total] = [await queries.findPayoutsOf(ctx.db, employee_id, paging), await queries.countPayoutsOf(ctx.db, employee_id)]
  const items = payouts.map((payout) => present(payout, role === 'admin' ? payout.recorder : null))
  return { items, total, page: paging.page, page_size: paging.page_size }
}

type Row = Awaited<ReturnType<typeof queries.insertPayout>>

const present = (
  { amount_cents, paid_at, id, employee_id, payment_method, reference_number, notes }: Row,
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
  recorded_by
})

/**
 * Never more than the balance, also when two admins pay at once: the balance is read under a lock of this employee's. A call that comes
 * again after a crash, when its answer was not kept, is answered with the payout it made.
 */
export async function pay(ctx: Ctx, { body }: Received<typeof recordPayout>): Promise<Answer<typeof recordPayout>> {
  const { amount, employee_id, payment_method, reference_number, notes } = body
  await requirePayee(ctx, employee_id)
  const admin = signedIn(ctx)
  const request_key = requestKey(ctx)
  return inTransaction(ctx, async (inside) => {
    await queries.lockPayouts(inside.db, employee_id)
    const made = request_key && (await queries.findPayoutByKey(inside.db, admin.id, request_key))
    if (made && (made.employee_id !== employee_id || made.amount_cents !== amount)) throw keyReused()
    if (made) return present(made, admin.name)
    const { balance_cents } = await balanceOf(inside.db, employee_id)
    if (amount > balance_cents) throw refuse(no, 'over_balance')
    const payout = await queries.insertPayout(inside.db, {
      employee_id,
      amount_cents: amount,
      payment_method,
      reference_number: reference_number || null,
      notes: notes || null,
      recorded_by: admin.id,
      paid_at: inside.now,
      request_key
    })
    await book(inside.db, payout)
    const details = { amount_cents: amount, payout_id: payout.id }
    await audit(inside.db, { actor_id: admin.id, action: 'payout.recorded', subject_kind: 'user', subject: employee_id, details })
    await inside.ports.jobs.send(inside.db, SEND_PAYOUT_MAIL, { payout_id: payout.id })
    return present(payout, admin.name)
  })
}

async function book(tx: Tx, { id, employee_id, amount_cents, paid_at }: Row): Promise<void> {
  await post(tx, {
    kind: 'payout',
    reference: id,
    occurred_at: paid_at,
    description: 'Payout of wages',
    lines: [
      { account: 'wages_owed', amount_cents, party_id: employee_id },
      { account: 'cash', amount_cents: toCents(-amount_cents), party_id: employee_id }
    ]
  })
}

/** The assets whose wages are not fully paid yet. */
export async function unpaidAssetsOf(db: Db, employee_id: string): Promise<Set<string>> {
  const [wages, { paid_cents }] = await Promise.all([queries.findAllWagesOf(db, [employee_id]), balanceOf(db, employee_id)])
  return new Set(unpaidOf(wages, paid_cents).map(({ asset_id }) => asset_id))
}

/** The wages of a month in California ('YYYY-MM'), oldest first. */
export const wagesOfMonth = (db: Db, employee_id: string, month: string) => queries.findWagesOfMonth(db, employee_id, month)

/** Tells the artist; nothing where the account is gone. */
export async function sendPayoutMail({ db, ports }: Ctx, payout_id: string): Promise<void> {
  const payout = await queries.findPayout(db, payout_id)
  const artist = payout && (await findUser(db, payout.employee_id))
  if (!payout || !artist) return
  const { balance_cents } = await balanceOf(db, payout.employee_id)
  await ports.mail.send(db, {
    to: artist.email,
    ...(await payoutMail({ sender: ports.settings, name: artist.name, payout, balance_cents }))
  })
}
