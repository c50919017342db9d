import { balanceOf as ledgerBalanceOf, post } from '#ledger/server/index.ts'
import { type Answer, type Cents, inDollars, type Received, toCents } from '#platform/contract/index.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { type Ctx, refuse, setHeader } from '#platform/server/index.ts'
import { no, type setWageRule, type WageRule, type wageRuleVersions } from '../contract.ts'
import type { Category } from '../rules.ts'
import * as queries from './queries.ts'

type RuleRow = Awaited<ReturnType<typeof queries.findWageRules>>[number]

const present = ({ wage_cents, license_price_cents, ...rule }: RuleRow): WageRule => ({
  ...rule,
  wage: inDollars(wage_cents),
  license_price: inDollars(license_price_cents)
})

export async function listRules(ctx: Ctx): Promise<WageRule[]> {
  const rules = await queries.findWageRules(ctx.db)
  setHeader(ctx, 'x-total-count', String(rules.length))
  return rules.map(present)
}

export async function setRule(
  ctx: Ctx,
  { wage, license_price, notes, category }: Received<typeof setWageRule>['body']
): Promise<Answer<typeof setWageRule>> {
  const { added, ...rule } = await queries.upsertWageRule(ctx.db, {
    category,
    wage_cents: wage,
    license_price_cents: license_price,
    notes,
    now: ctx.now
  })
  if (!added) ctx.outgoing.status = 200
  return present(rule)
}

export async function deleteRule({ db }: Ctx, category: string): Promise<null> {
  if (!(await queries.deleteWageRule(db, category))) throw refuse(no, 'wage_rule_not_found')
  return null
}

/** What the rules said and when, newest first; a deleted rule ends with a version that says so. */
export async function listVersions({ db }: Ctx): Promise<Answer<typeof wageRuleVersions>> {
  const versions = await queries.findWageRuleVersions(db)
  const items = versions.map(({ wage_cents, license_price_cents, changed_at, ...version }) => ({
    ...version,
    wage: inDollars(wage_cents),
    license_price: inDollars(license_price_cents),
    changed_at: changed_at.toISOString()
  }))
  return { items }
}

export type EarnedAsset = { asset_id: string; category: Category; employee_id: string }

/**
 * Books the wage of an asset approved now, by the rule in effect now. An asset has one wage, ever: a second call changes nothing.
 * Answers the wage, or nothing where the category has no rule or the wage was booked before.
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

/** The personal licence's price of each category that is for sale. */
export async function personalPrices(db: Db): Promise<Map<Category, Cents>> {
  const rules = await queries.findWageRules(db)
  return new Map(rules.map(({ category, license_price_cents }) => [category, license_price_cents]))
}

export type Balance = { earned_cents: Cents; paid_cents: Cents; balance_cents: Cents }

/** What an employee has earned, was paid and is owed: all sums, nothing stored. */
export async function balanceOf(db: Db, employee_id: string): Promise<Balance> {
  const earned_cents = await queries.sumEarned(db, employee_id)
  const balance_cents = toCents(0 - (await ledgerBalanceOf(db, 'wages_owed', employee_id)))
  return { earned_cents, paid_cents: toCents(earned_cents - balance_cents), balance_cents }
}

/** The booked wages of those assets, by asset. */
export async function wagesOf(db: Db, asset_ids: readonly string[]) {
  const wages = await queries.findWagesOf(db, asset_ids)
  return new Map(wages.map((wage) => [wage.asset_id, wage]))
}
