import { Link } from 'react-router'
import { showDollars } from '#platform/web/show.ts'
import css from '#platform/web/ui/receipt.module.css'

type Lines = { asset_id: string | null; item: string; picture?: string | undefined; amount_cents: number | undefined; reference?: string }

/** The part of a receipt that is the same in every state of a payment: the item and the price. */
export function ReceiptLines({ asset_id, item, picture, amount_cents, reference }: Lines) {
  const amount = amount_cents === undefined ? '–' : showDollars(amount_cents)
  return (
    <>
      {picture && <img className={css['picture']} src={picture} alt="" />}
      <dl className={css['lines']}>
        <div>
          <dt>{asset_id ? <Link to={`/assets/${asset_id}`}>{item}</Link> : item}</dt>
          <dd>{amount}</dd>
        </div>
        <div className={css['sum']}>
          <dt>Total, USD</dt>
          <dd>{amount}</dd>
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
