import { type Insertable, sql } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'
import { totalCents } from '#platform/database/columns.ts'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { Category } from '../rules.ts'
import './tables.ts'

export async function findWageRules(db: Db) {
  return db
    .selectFrom('payroll.wage_rule')
    .select(['id', 'category', 'wage_cents', 'license_price_cents', 'notes'])
    .orderBy('category')
    .execute()
}

/** With the id of the version that is in effect. */
export async function findWageRule(db: Db, category: Category) {
  return db
    .selectFrom('payroll.wage_rule as rule')
    .select(['rule.wage_cents', 'rule.license_price_cents'])
    .select((by) =>
      by
        .selectFrom('payroll.wage_rule_version as version')
        .select('version.id')
        .whereRef('version.category', '=', 'rule.category')
        .orderBy('version.version', 'desc')
        .limit(1)
        .as('version_id')
    )
    .where('rule.category', '=', category)
    .executeTakeFirst()
}

type RuleChange = { category: Category; wage_cents: Cents; license_price_cents: Cents; notes: string | undefined; now: Date }

/** `added` tells a new rule from an edited one: only a row never updated has no xmax. */
export async function upsertWageRule(db: Db, { notes, now, ...rule }: RuleChange) {
  return db
    .insertInto('payroll.wage_rule')
    .values({ ...rule, notes: notes ?? '', created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('category').doUpdateSet({
        wage_cents: rule.wage_cents,
        license_price_cents: rule.license_price_cents,
        updated_at: now,
        ...(notes === undefined ? {} : { notes })
      })
    )
    .returningAll()
    .returning(sql<boolean>`xmax = 0`.as('added'))
    .executeTakeFirstOrThrow()
}

export async function deleteWageRule(db: Db, category: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('payroll.wage_rule').where(sql<string>`category`, '=', category).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Answers nothing when this asset has its wage already (unique asset_id). */
export async function insertWage(tx: Tx, wage: Insertable<Database['payroll.wage']>) {
  return tx
    .insertInto('payroll.wage')
    .values(wage)
    .onConflict((conflict) => conflict.column('asset_id').doNothing())
    .returning(['id', 'amount_cents'])
    .executeTakeFirst()
}

/** Everything the employee has earned so far, paid or not. */
export async function sumEarned(db: Db, employee_id: string): Promise<Cents> {
  const { total } = await db
    .selectFrom('payroll.wage')
    .select(totalCents('amount_cents').as('total'))
    .where('employee_id', '=', employee_id)
    .executeTakeFirstOrThrow()
  return total as Cents
}

/** Asset by asset, for those asked about that have one. */
export async function findWagesOf(db: Db, asset_ids: readonly string[]) {
  if (asset_ids.length === 0) return []
  return db
    .selectFrom('payroll.wage')
    .select(['asset_id', 'employee_id', 'category', 'amount_cents', 'earned_at'])
    .where('asset_id', 'in', asset_ids)
    .execute()
}

/** Every version of every rule, newest first. */
export async function findWageRuleVersions(db: Db) {
  return db.selectFrom('payroll.wage_rule_version').selectAll().orderBy('id', 'desc').execute()
}
