import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { PLANS } from '#subscriptions/rules.ts'

type Said = { said: string }

/** The list prices of the plans. */
const PRICES = JSON.stringify(Object.fromEntries(PLANS.map(({ id, price_cents }) => [id, price_cents])))

/** Describes coupons of these clients that are lost or used for nothing, and licenses that cost nothing without one. */
export async function couponDisagreements(db: Db, clients: string[]): Promise<string[]> {
  const { rows } = await sql<Said>`
    with used as (select * from coupons.coupon_use where client_id = any(${clients}::uuid[])),
    gift as (select * from licensing.license_order where client_id = any(${clients}::uuid[]) and payment_id is null),
    plan as (select * from subscriptions.subscription where owner_id = any(${clients}::uuid[])),
    problem (client_id, said) as (
      select used.client_id, 'the coupon of ' || purchase_id || ' is ' || used.state || ' and lost'
        from used where not exists (select from licensing.license_order where id = purchase_id) and not exists (select from plan where id = purchase_id)
      union all
      select gift.client_id, 'order ' || gift.id || ' cost nothing, and its coupon is ' || coalesce(used.state, 'none')
        from gift left join used on used.purchase_id = gift.id
        where total_cents <> 0 or used.state is distinct from 'used' or used.discount_cents <> gift.subtotal_cents
      union all
      select gift.client_id, 'a license of order ' || gift.id || ' is ' || coalesce(license.status, 'missing')
        from gift join licensing.order_line line on line.order_id = gift.id left join licensing.license on license.id = line.license_id
        where line.status <> 'captured' or license.status is distinct from 'active' or license.price_cents <> 0
      union all
      select license.client_id, 'license ' || license.id || ' without a payment and an order'
        from licensing.license where client_id = any(${clients}::uuid[]) and payment_id is null and subscription_id is null
          and not exists (select from licensing.order_line line join gift on gift.id = line.order_id where line.license_id = license.id)
      union all
      select plan.owner_id, 'plan ' || plan.id || ' (' || plan.state || ') has a coupon that is ' || used.state
        from plan join used on used.purchase_id = plan.id
        where used.state <> case when started_at is not null then 'used' when plan.state = 'ended' then 'returned' else 'reserved' end
      union all
      select plan.owner_id, 'plan ' || plan.id || ' is cheaper by ' || (price_cents - intro_cents) || ', and its coupon gives ' || coalesce(used.discount_cents, 0)
        from plan left join used on used.purchase_id = plan.id
        where replaces_id is null and started_at is null and coalesce(price_cents - intro_cents, 0) <> coalesce(used.discount_cents, 0)
      union all
      select plan.owner_id, 'the first payment of plan ' || plan.id || ' is cheaper by ' || (listed.cents - first.net) || ', and its coupon gives ' ||
          coalesce(used.discount_cents, 0)
        from plan left join used on used.purchase_id = plan.id
        cross join lateral (
          select payment.amount_cents - payment.tax_cents as net, period.plan_id
            from subscriptions.period join payments.payment on payment.id = period.payment_id
            where period.subscription_id = plan.id and period.opened order by period.starts_at limit 1) first
        cross join lateral (select (${PRICES}::jsonb ->> first.plan_id)::bigint as cents) listed
        where replaces_id is null and listed.cents - first.net <> coalesce(used.discount_cents, 0)
      union all
      select plan.owner_id, 'plan ' || plan.id || ' was cheaper for ' || count(*) || ' payments'
        from plan join subscriptions.period on period.subscription_id = plan.id and period.opened
          join payments.payment on payment.id = period.payment_id
        where replaces_id is null and intro_payments is not null and payment.amount_cents - payment.tax_cents = intro_cents
        group by plan.owner_id, plan.id, intro_payments having count(*) > intro_payments)
    select 'client ' || client_id || ': ' || said as said from problem`.execute(db)
  return rows.map(({ said }) => said)
}
