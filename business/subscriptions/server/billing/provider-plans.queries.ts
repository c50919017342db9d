import type { Insertable } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'
import type { Database, Db } from '#platform/database/connect.ts'
import type { PlanId } from '../../rules.ts'
import '../tables.ts'

type ProviderPlan = { environment: string; plan_id: PlanId; price_cents: Cents; has_intro: boolean }

export async function findProviderPlan(
  db: Db,
  { environment, plan_id, price_cents, has_intro }: ProviderPlan
): Promise<string | undefined> {
  const row = await db
    .selectFrom('subscriptions.provider_plan')
    .select('provider_plan_id')
    .where('environment', '=', environment)
    .where('plan_id', '=', plan_id)
    .where('price_cents', '=', price_cents)
    .where('has_intro', '=', has_intro)
    .executeTakeFirst()
  return row?.provider_plan_id
}

/** Does nothing if another call has inserted it first. */
export async function insertProviderPlan(db: Db, plan: Insertable<Database['subscriptions.provider_plan']>): Promise<void> {
  await db
    .insertInto('subscriptions.provider_plan')
    .values(plan)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteProviderPlan(db: Db, environment: string, provider_plan_id: string): Promise<void> {
  await db
    .deleteFrom('subscriptions.provider_plan')
    .where('environment', '=', environment)
    .where('provider_plan_id', '=', provider_plan_id)
    .execute()
}

/** Returns which of our plans it is, and its price. */
export async function findPlanAtProvider(db: Db, environment: string, provider_plan_id: string) {
  return db
    .selectFrom('subscriptions.provider_plan')
    .select(['plan_id', 'price_cents'])
    .where('environment', '=', environment)
    .where('provider_plan_id', '=', provider_plan_id)
    .executeTakeFirst()
}
