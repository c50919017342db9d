import { type Insertable, sql } from 'kysely'
import { BUSINESS_ZONE, type Cents, toCents } from '#platform/contract/index.ts'
import { totalCents } from '#platform/database/columns.ts'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { PayoutSort } from '../rules.ts'
import './tables.ts'

/** Blocks other payouts to this employee until the transaction ends. */
export async function lockPayouts(tx: Tx, employee_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payout ${employee_id}`}, 0))`.execute(tx)
}

export async function insertPayout(tx: Tx, payout: Insertable<Database['payroll.payout']>) {
  return tx.insertInto('payroll.payout').values(payout).returningAll().executeTakeFirstOrThrow()
}

/** Returns the payout recorded by the request with this key. */
export async function findPayoutByKey(db: Db, recorded_by: string, request_key: string) {
  return db
    .selectFrom('payroll.payout')
    .selectAll()
    .where('recorded_by', '=', recorded_by)
    .where('request_key', '=', request_key)
    .executeTakeFirst()
}

export async function findPayout(db: Db, id: string) {
  return db.selectFrom('payroll.payout').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns undefined if this payout was reversed before (unique index one_reversal_of_payout). */
export async function insertReversal(tx: Tx, reversal: Insertable<Database['payroll.payout']>) {
  return tx
    .insertInto('payroll.payout')
    .values(reversal)
    .onConflict((conflict) => conflict.column('reverses').where('reverses', 'is not', null).doNothing())
    .returningAll()
    .executeTakeFirst()
}

type Paging = { sort: PayoutSort; page: number; page_size: number }

/** Returns payouts with the name of the admin who recorded each. */
export async function findPayoutsOf(db: Db, employee_id: string, { sort, page, page_size }: Paging) {
  const order = sort === 'oldest' ? 'asc' : 'desc'
  return db
    .selectFrom('payroll.payout as payout')
    .innerJoin('accounts.user as admin', 'admin.id', 'payout.recorded_by')
    .selectAll('payout')
    .leftJoin('payroll.payout as reversal', 'reversal.reverses', 'payout.id')
    .select(['admin.name as recorder', 'reversal.id as reversed_by'])
    .where('payout.employee_id', '=', employee_id)
    .$if(sort === 'amount', (query) => query.orderBy('payout.amount_cents', 'desc'))
    .orderBy('payout.paid_at', order)
    .orderBy('payout.id', order)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countPayoutsOf(db: Db, employee_id: string): Promise<number> {
  const { total } = await db
    .selectFrom('payroll.payout')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('employee_id', '=', employee_id)
    .executeTakeFirstOrThrow()
  return total
}

/** Returns everyone who is an employee now or ever earned a wage. */
export async function findPayees(db: Db): Promise<{ id: string; name: string; email: string; earned_cents: Cents; owed_cents: Cents }[]> {
  const earned = db
    .selectFrom('payroll.wage')
    .select(['employee_id', totalCents('amount_cents').as('earned_cents')])
    .groupBy('employee_id')
    .as('earned')
  const owed = db
    .selectFrom('ledger.line')
    .select(['party_id', totalCents('amount_cents').as('owed')])
    .where('account', '=', 'wages_owed')
    .groupBy('party_id')
    .as('owed')
  const rows = await db
    .selectFrom('accounts.user as person')
    .leftJoin(earned, 'earned.employee_id', 'person.id')
    .leftJoin(owed, 'owed.party_id', 'person.id')
    .select(['person.id', 'person.name', 'person.email', 'earned.earned_cents', 'owed.owed'])
    .where((by) =>
      by.or([by('earned.earned_cents', 'is not', null), by.and([by('person.role', '=', 'employee'), by('person.deleted_at', 'is', null)])])
    )
    .execute()
  return rows.map(({ earned_cents, owed: booked, ...person }) => ({
    ...person,
    earned_cents: toCents(earned_cents ?? 0),
    owed_cents: toCents(0 - (booked ?? 0))
  }))
}

export async function findAllWagesOf(db: Db, employee_ids: readonly string[]) {
  if (employee_ids.length === 0) return []
  return db
    .selectFrom('payroll.wage')
    .select(['asset_id', 'employee_id', 'amount_cents', 'earned_at'])
    .where('employee_id', 'in', employee_ids)
    .where('amount_cents', '>', toCents(0))
    .orderBy('earned_at')
    .execute()
}

export async function findWagesOfMonth(db: Db, employee_id: string, month: string) {
  const earned = sql`to_char(earned_at at time zone ${sql.lit(BUSINESS_ZONE)}, 'YYYY-MM')`
  return db
    .selectFrom('payroll.wage')
    .select(['asset_id', 'category', 'amount_cents', 'earned_at'])
    .where('employee_id', '=', employee_id)
    .where(sql<boolean>`${earned} = ${month}`)
    .orderBy('earned_at')
    .orderBy('asset_id')
    .execute()
}
