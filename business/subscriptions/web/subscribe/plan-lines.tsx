import { showDollars } from '#platform/web/show.ts'
import css from '#platform/web/ui/receipt.module.css'
import type { ShownPlan } from '../../contract.ts'
import type { Checkout } from './charges.ts'

type Plan = Pick<ShownPlan, 'name' | 'features' | 'price_cents' | 'interval'>
type Line = { name: string; note?: string | undefined; amount: string; isSum?: boolean }

/** The plan, its price, and how often it is charged: before a checkout has begun. */
export function PlanLines({ plan }: { plan: Plan }) {
  const { interval, price_cents } = plan
  return <Lines lines={[planLine(plan), charged(interval), sum(`Per ${interval}, USD`, price_cents)]} />
}

/** What PayPal charges for a checkout, now and later. Every state of the payment page shows this. */
export function CheckoutLines({ checkout, country }: { checkout: Checkout; country: string | undefined }) {
  const { plan, credit_cents, tax_percent, tax_today_cents, total_today_cents, total_later_cents, discounted_payments } = checkout
  const isSame = total_today_cents === total_later_cents || discounted_payments === null
  const lines = [
    planLine(plan),
    ...(checkout.discount_cents > 0 ? [discountLine(checkout)] : []),
    ...(credit_cents > 0 ? [{ name: 'Credit for unused days', amount: `−${showDollars(credit_cents)}` }] : []),
    ...(tax_today_cents > 0 ? [{ name: `Tax, ${tax_percent} %`, note: country, amount: showDollars(tax_today_cents) }] : []),
    ...(isSame ? [] : [sum('Due today, USD', total_today_cents)]),
    ...(isSame ? [charged(plan.interval), sum(`Per ${plan.interval}, USD`, total_today_cents)] : [afterwards(checkout)])
  ]
  return <Lines lines={lines} reference={checkout.sub_id} />
}

const planLine = ({ name, features, price_cents }: Plan): Line => ({
  name: `${name} plan`,
  note: features.join(' · '),
  amount: showDollars(price_cents)
})
const charged = (interval: string): Line => ({ name: 'Charged', amount: `each ${interval}, until you cancel` })
const sum = (name: string, cents: number): Line => ({ name, amount: showDollars(cents), isSum: true })

function discountLine({ coupon_code, discount_cents, discounted_payments, plan }: Checkout): Line {
  const first = discounted_payments === 1 ? `first ${plan.interval}` : `first ${discounted_payments} payments`
  return {
    name: `Discount${coupon_code ? ` (${coupon_code})` : ''}`,
    note: discounted_payments === null ? 'on every payment' : `on the ${first}`,
    amount: `−${showDollars(discount_cents)}`
  }
}

function afterwards({ plan, discounted_payments, tax_later_cents, total_later_cents }: Checkout): Line {
  const notes = [
    ...((discounted_payments ?? 0) > 1 ? [`after ${discounted_payments} payments`] : []),
    ...(tax_later_cents > 0 ? [`with ${showDollars(tax_later_cents)} tax`] : [])
  ]
  return { name: `Then each ${plan.interval}, until you cancel`, note: notes.join(', '), amount: showDollars(total_later_cents) }
}

function Lines({ lines, reference }: { lines: readonly Line[]; reference?: string }) {
  return (
    <dl className={css['lines']}>
      {lines.map(({ name, note, amount, isSum }) => (
        <div key={name} className={isSum ? css['sum'] : undefined}>
          <dt>
            {name}
            {note && <span className={css['features']}>{note}</span>}
          </dt>
          <dd>{amount}</dd>
        </div>
      ))}
      {reference && (
        <div className={css['reference']}>
          <dt>Subscription</dt>
          <dd>{reference}</dd>
        </div>
      )}
    </dl>
  )
}
