import { type Insertable, sql } from 'kysely'
import type { Category } from '#catalogue/rules.ts'
import { type Cents, toCents } from '#platform/contract/index.ts'
import { totalCents } from '#platform/database/columns.ts'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

export async function findWageRules(db: Db) {
  return db.selectFrom('payroll.wage_rule').select(['id', 'category', 'wage_cents', 'notes']).orderBy('category').execute()
}

const lastVersions = (db: Db) => db.selectFrom('payroll.wage_rule_version').orderBy('version', 'desc').limit(1)

/** Returns the rule in effect with the id of its version. */
export async function findWageRule(db: Db, category: Category) {
  return db
    .selectFrom('payroll.wage_rule as rule')
    .select('rule.wage_cents')
    .select(lastVersions(db).select('id').where('category', '=', category).as('version_id'))
    .where('rule.category', '=', category)
    .executeTakeFirst()
}

type RuleChange = { category: Category; wage_cents: Cents; notes: string | undefined; now: Date }

/** `added` is true for a new rule: only a row that was never updated has no xmax. */
export async function upsertWageRule(tx: Tx, { notes, now, ...rule }: RuleChange) {
  return tx
    .insertInto('payroll.wage_rule')
    .values({ ...rule, notes: notes ?? '', created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('category').doUpdateSet({
        wage_cents: rule.wage_cents,
        updated_at: now,
        ...(notes === undefined ? {} : { notes })
      })
    )
    .returning(['id', 'category', 'wage_cents', 'notes'])
    .returning(sql<boolean>`xmax = 0`.as('added'))
    .executeTakeFirstOrThrow()
}

/** Returns false if the category has no rule. */
export async function deleteWageRule(tx: Tx, category: Category): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('payroll.wage_rule').where('category', '=', category).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function findLastVersion(tx: Tx, category: Category) {
  return lastVersions(tx).selectAll().where('category', '=', category).executeTakeFirst()
}

export async function insertVersion(tx: Tx, version: Insertable<Database['payroll.wage_rule_version']>): Promise<void> {
  await tx.insertInto('payroll.wage_rule_version').values(version).execute()
}

/** Returns every version of one rule, or of all rules, newest first. */
export async function findVersions(db: Db, category?: Category) {
  return db
    .selectFrom('payroll.wage_rule_version')
    .selectAll()
    .$if(category !== undefined, (query) => query.where('category', '=', category ?? ''))
    .orderBy('id', 'desc')
    .execute()
}

/** Returns undefined if this asset already has its wage (unique asset_id). */
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
  return toCents(total)
}

/** Returns the wages of those of these assets that have one. */
export async function findWagesOf(db: Db, asset_ids: readonly string[]) {
  if (asset_ids.length === 0) return []
  return db
    .selectFrom('payroll.wage')
    .select(['asset_id', 'employee_id', 'category', 'amount_cents', 'earned_at'])
    .where('asset_id', 'in', asset_ids)
    .execute()
}
