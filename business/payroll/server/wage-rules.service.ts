import { audit, changedFields, findUsers } from '#accounts/server/index.ts'
import { CATEGORIES, type Category } from '#catalogue/rules.ts'
import { deleteLicensePrice, personalPrices, pricesOfVersions, setLicensePrice } from '#licensing/server/index.ts'
import { type Answer, type Cents, inDollars, type Received, toCents } from '#platform/contract/index.ts'
import type { Db } from '#platform/database/connect.ts'
import { type Ctx, inTransaction, refuse, setHeader, type Tx } from '#platform/server/index.ts'
import { type deleteWageRule, refusals, type setWageRule, type WageRule, type wageRuleHistory, type wageRuleVersions } from '../contract.ts'
import { askFirst } from './approvals/ask-first.service.ts'
import * as queries from './queries.ts'

type RuleRow = Awaited<ReturnType<typeof queries.findWageRules>>[number]
type VersionRow = Awaited<ReturnType<typeof queries.findVersions>>[number]

const presentAmounts = (wage_cents: Cents, license_price_cents: Cents) => ({
  wage: inDollars(wage_cents),
  wage_cents,
  license_price: inDollars(license_price_cents),
  license_price_cents
})

const present = ({ id, category, wage_cents, notes }: RuleRow, license_price_cents: Cents): WageRule => ({
  id,
  category,
  notes,
  ...presentAmounts(wage_cents, license_price_cents)
})

/** Returns the rules in effect. A rule has a wage, which is stored here, and a license price, which licensing stores. */
export async function listRules(ctx: Ctx): Promise<WageRule[]> {
  const [rules, prices] = await Promise.all([queries.findWageRules(ctx.db), personalPrices(ctx.db)])
  setHeader(ctx, 'x-total-count', String(rules.length))
  return rules.map((rule) => present(rule, prices.get(rule.category) ?? toCents(0)))
}

type RuleTyped = Received<typeof setWageRule>['body']

/** Sets the wage and the license price of a category, or asks a second admin for it. The seed asks nobody. */
export const setRule = (ctx: Ctx, typed: RuleTyped): Promise<Answer<typeof setWageRule>> =>
  inTransaction(ctx, async (work) => {
    const outcome = work.actor ? await askFirst(work, { kind: 'wage_rule', change: typed }) : undefined
    return outcome && outcome !== 'alone' ? outcome : applyRule(work, typed, outcome === 'alone')
  })

/** Sets the wage and the license price of a category. A new version is stored if anything changed. */
export async function applyRule(
  work: Ctx<Tx>,
  { wage: wage_cents, license_price: price_cents, notes, category }: RuleTyped,
  only_admin = false
): Promise<WageRule> {
  const { db, now, actor, outgoing } = work
  const price = await setLicensePrice(work, { category, price_cents })
  const { added, ...rule } = await queries.upsertWageRule(db, { category, wage_cents, notes, now })
  const last = await queries.findLastVersion(db, category)
  const isChanged = added || price.is_changed || last?.wage_cents !== wage_cents || last.notes !== rule.notes
  if (isChanged) {
    await queries.insertVersion(db, {
      category,
      version: (last?.version ?? 0) + 1,
      wage_cents,
      license_price_version_id: price.id,
      notes: rule.notes,
      changed_at: now,
      changed_by: actor?.id ?? null
    })
    const after = { wage_cents, license_price_cents: price_cents, notes: rule.notes }
    await record(work, category, { before: added ? {} : await amountsOf(db, last), after, only_admin })
  }
  if (!added) outgoing.status = 200
  return present(rule, price_cents)
}

/** The wage and the price of each category now, for those who decide about a change. */
export async function currentAmounts(db: Db): Promise<Map<string, Record<string, unknown>>> {
  const [rules, prices] = await Promise.all([queries.findWageRules(db), personalPrices(db)])
  const entries = rules.map(
    ({ category, wage_cents }) => [category, { wage_cents, license_price_cents: prices.get(category) ?? 0 }] as const
  )
  return new Map(entries)
}

type Amounts = { wage_cents: Cents; license_price_cents: Cents; notes: string }

/** Returns what a version set; nothing for a category without one. */
async function amountsOf(db: Tx, version: VersionRow | undefined): Promise<Partial<Amounts>> {
  if (!version) return {}
  const { wage_cents, notes, license_price_version_id } = version
  const prices = await pricesOfVersions(db, [license_price_version_id])
  return { wage_cents, license_price_cents: prices.get(license_price_version_id) ?? toCents(0), notes }
}

type Change = { before: Partial<Amounts>; after: Partial<Amounts>; only_admin?: boolean }

/** Writes who changed the wage or the license price of a category, with both values. The seed has no actor. */
async function record({ db, actor }: Ctx<Tx>, category: Category, { before, after, only_admin = false }: Change): Promise<void> {
  await audit(db, {
    actor_id: actor?.id ?? null,
    action: `wage_rule.${verbOf(before, after)}`,
    subject_kind: 'wage_rule',
    subject: category,
    details: { ...changedFields(before, after), ...(only_admin && { only_admin }) }
  })
}

function verbOf(before: Partial<Amounts>, after: Partial<Amounts>): 'added' | 'changed' | 'deleted' {
  if (before.wage_cents === undefined) return 'added'
  return after.wage_cents === undefined ? 'deleted' : 'changed'
}

const asCategory = (text: string): Category | undefined => CATEGORIES.find((category) => category === text)

/** Deletes the wage and the license price of a category, or asks a second admin for it. */
export async function deleteRule(ctx: Ctx, text: string): Promise<Answer<typeof deleteWageRule>> {
  const category = asCategory(text)
  if (!category) throw refuse(refusals, 'wage_rule_not_found')
  return inTransaction(ctx, async (work) => {
    if (!(await queries.findWageRule(work.db, category))) throw refuse(refusals, 'wage_rule_not_found')
    const outcome = await askFirst(work, { kind: 'wage_rule_deletion', change: { category } })
    return outcome && outcome !== 'alone' ? outcome : removeRule(work, category, outcome === 'alone')
  })
}

/** Deletes the wage and the license price of a category; the history stays. */
export async function removeRule(work: Ctx<Tx>, category: Category, only_admin = false): Promise<null> {
  const { db, now, actor } = work
  await deleteLicensePrice(work, category)
  if (!(await queries.deleteWageRule(db, category))) throw refuse(refusals, 'wage_rule_not_found')
  const last = await queries.findLastVersion(db, category)
  if (last) {
    const { id: _, version, ...rule } = last
    const changed_by = actor?.id ?? null
    await queries.insertVersion(db, { ...rule, version: version + 1, is_deleted: true, changed_at: now, changed_by })
  }
  await record(work, category, { before: await amountsOf(db, last), after: {}, only_admin })
  return null
}

/** Returns a function that presents a version with the price that was set along with it. */
async function versionPresenter(db: Db, versions: readonly VersionRow[]) {
  const price_ids = versions.map(({ license_price_version_id }) => license_price_version_id)
  const prices = await pricesOfVersions(db, price_ids)
  return ({ version, wage_cents, notes, is_deleted, license_price_version_id }: VersionRow) => ({
    version,
    notes,
    is_deleted,
    ...presentAmounts(wage_cents, prices.get(license_price_version_id) ?? toCents(0))
  })
}

/** Returns every version of every rule, newest first. A deleted rule ends with a version marked as deleted. */
export async function listVersions({ db }: Ctx): Promise<Answer<typeof wageRuleVersions>> {
  const versions = await queries.findVersions(db)
  const presentVersion = await versionPresenter(db, versions)
  const items = versions.map((row) => {
    const { id, category, changed_at } = row
    return { id, category, changed_at: changed_at.toISOString(), ...presentVersion(row) }
  })
  return { items }
}

/** Returns the periods of a category's rule, newest first. A category that never had a rule has none. */
export async function listHistory({ db }: Ctx, text: string): Promise<Answer<typeof wageRuleHistory>> {
  const category = asCategory(text)
  if (!category) throw refuse(refusals, 'wage_rule_not_found')
  const versions = await queries.findVersions(db, category)
  const presentVersion = await versionPresenter(db, versions)
  const admin_ids = versions.flatMap(({ changed_by }) => changed_by ?? [])
  const admins = await findUsers(db, admin_ids)
  const items = versions.map((row, index) => ({
    ...presentVersion(row),
    from: row.changed_at.toISOString(),
    until: versions[index - 1]?.changed_at.toISOString() ?? null,
    changed_by: (row.changed_by && admins.get(row.changed_by)?.name) || null
  }))
  return { items }
}
