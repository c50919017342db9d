import type { Category } from '#catalogue/rules.ts'
import { balanceOf as ledgerBalanceOf, post } from '#ledger/server/index.ts'
import { type Cents, toCents } from '#platform/contract/index.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Ctx } from '#platform/server/index.ts'
import * as queries from './queries.ts'

export type EarnedAsset = { asset_id: string; category: Category; employee_id: string }

/**
 * Books the wage of an asset that is approved now, according to the rule in effect now. An asset earns one wage: a second call changes nothing.
 * Returns the wage, or undefined if the category has no rule or the wage was booked before.
 */
export async function bookWage({ db, now }: Ctx<Tx>, { asset_id, category, employee_id }: EarnedAsset): Promise<Cents | undefined> {
  const rule = await queries.findWageRule(db, category)
  if (!rule) return undefined
  const { wage_cents: amount_cents, version_id: rule_version_id } = rule
  const wage = await queries.insertWage(db, { asset_id, category, employee_id, amount_cents, earned_at: now, rule_version_id })
  if (!wage) return undefined
  if (wage.amount_cents > 0) await postWage(db, { asset_id, employee_id, amount_cents: wage.amount_cents, now })
  return wage.amount_cents
}

type PostedWage = { asset_id: string; employee_id: string; amount_cents: Cents; now: Date }

async function postWage(tx: Tx, { asset_id, employee_id, amount_cents, now }: PostedWage): Promise<void> {
  await post(tx, {
    kind: 'wage',
    reference: asset_id,
    occurred_at: now,
    description: 'Wage for an approved asset',
    lines: [
      { account: 'wages_expense', amount_cents, party_id: employee_id, asset_id },
      { account: 'wages_owed', amount_cents: toCents(-amount_cents), party_id: employee_id, asset_id }
    ]
  })
}

export type Balance = { earned_cents: Cents; paid_cents: Cents; balance_cents: Cents }

/** Returns an employee's total earned, total paid, and balance. The balance is always computed, never stored. */
export async function balanceOf(db: Db, employee_id: string): Promise<Balance> {
  const earned_cents = await queries.sumEarned(db, employee_id)
  const balance_cents = toCents(0 - (await ledgerBalanceOf(db, 'wages_owed', employee_id)))
  return { earned_cents, paid_cents: toCents(earned_cents - balance_cents), balance_cents }
}

/** Wages that are not paid out yet keep an artist's account open: the shop could not pay them later. */
export async function holdOwedWages({ db }: Ctx<Tx>, { id }: { id: string }): Promise<'money_owed' | null> {
  return (await balanceOf(db, id)).balance_cents === 0 ? null : 'money_owed'
}

/** Returns the booked wages of these assets, by asset id. */
export async function wagesOf(db: Db, asset_ids: readonly string[]) {
  const wages = await queries.findWagesOf(db, asset_ids)
  return new Map(wages.map((wage) => [wage.asset_id, wage]))
}
