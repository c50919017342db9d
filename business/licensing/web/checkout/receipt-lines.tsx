import { Link } from 'react-router'
import { showDollars } from '#platform/web/show.ts'
import css from '#platform/web/ui/receipt.module.css'

type Amount = number | undefined
export type ReceiptLine = { key: string; item: string; asset_id: string | null; amount_cents: Amount }
/** What leads from the lines to the total. */
export type Sums = { subtotal_cents: number; discount_cents: number; tax_cents: number; coupon_code: string | null }

type Lines = {
  lines: readonly ReceiptLine[]
  picture?: string | undefined
  sums?: Sums | undefined
  amount_cents: Amount
  reference?: string
}

const show = (amount: Amount): string => (amount === undefined ? '–' : showDollars(amount))

/** The part of a receipt that is the same in every state of a payment: the items, the discount, the tax, and the total. */
export function ReceiptLines({ lines, picture, sums, amount_cents, reference }: Lines) {
  return (
    <>
      {picture && <img className={css['picture']} src={picture} alt="" />}
      <dl className={css['lines']}>
        {lines.map(({ key, item, asset_id, amount_cents: amount }) => (
          <div key={key}>
            <dt>{asset_id ? <Link to={`/assets/${asset_id}`}>{item}</Link> : item}</dt>
            <dd>{show(amount)}</dd>
          </div>
        ))}
        {sums &&
          sumsOf(sums).map(([label, amount]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        <div className={css['sum']}>
          <dt>Total, USD</dt>
          <dd>{show(amount_cents)}</dd>
        </div>
        {reference && (
          <div className={css['reference']}>
            <dt>Payment</dt>
            <dd>{reference}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

/** A subtotal only says something if the total differs. */
function sumsOf({ subtotal_cents, discount_cents, tax_cents, coupon_code }: Sums): [label: string, amount: string][] {
  const discount = `Discount${coupon_code ? ` (${coupon_code})` : ''}`
  const rows: [string, string][] = []
  if (discount_cents > 0 || tax_cents > 0) rows.push(['Subtotal', showDollars(subtotal_cents)])
  if (discount_cents > 0) rows.push([discount, `−${showDollars(discount_cents)}`])
  if (tax_cents > 0) rows.push(['Tax', showDollars(tax_cents)])
  return rows
}
