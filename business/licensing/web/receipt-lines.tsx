import { Link } from 'react-router'
import { showDollars } from '#platform/web/show.ts'
import css from './receipt.module.css'

type Lines = { asset_id: string; what: string; picture: string | undefined; amount_cents: number | undefined; reference?: string }

/** What, and how much: the part of a receipt that every state of a payment shows at the same place. */
export function ReceiptLines({ asset_id, what, picture, amount_cents, reference }: Lines) {
  return (
    <>
      {picture && <img className={css['picture']} src={picture} alt="" />}
      <dl className={css['lines']}>
        <div>
          <dt>
            <Link to={`/assets/${asset_id}`}>{what}</Link>
          </dt>
          <dd>{amount_cents === undefined ? '–' : showDollars(amount_cents)}</dd>
        </div>
        <div className={css['sum']}>
          <dt>Total, USD</dt>
          <dd>{amount_cents === undefined ? '–' : showDollars(amount_cents)}</dd>
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
