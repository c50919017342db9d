import type { PaymentDetail } from '#payments/admin.contract.ts'
import { showDay, showDollars } from '#platform/web/show.ts'
import css from './payments-page.module.css'

type Entry = PaymentDetail['entries'][number]
type Line = Entry['lines'][number]

/** The ledger entries of a payment, with debits, credits, and the total of all entries. */
export function PaymentLedger({ payment: { entries, sums } }: { payment: PaymentDetail }) {
  if (entries.length === 0)
    return (
      <section className={css['part']}>
        <h3>Ledger</h3>
        <p className={css['quiet']}>Nothing is booked until the payment is captured.</p>
      </section>
    )
  return (
    <section className={css['part']}>
      <h3>Ledger</h3>
      {entries.map((entry) => (
        <LedgerTable key={entry.id} caption={captionOf(entry)} lines={entry.lines} seal={entry.seal} />
      ))}
      {entries.length > 1 && (
        <LedgerTable caption="All entries" lines={sums.filter(({ amount_cents }) => amount_cents !== 0)} seal={null} />
      )}
    </section>
  )
}

const KINDS: Record<string, string> = { sale: 'Sale', refund: 'Refund' }
const captionOf = ({ kind, occurred_at }: Entry) => `${KINDS[kind] ?? kind}, ${showDay(occurred_at)}`

function LedgerTable({ caption, lines, seal }: { caption: string; lines: readonly Line[]; seal: Entry['seal'] }) {
  const total = lines.reduce((sum, { amount_cents }) => sum + Math.max(amount_cents, 0), 0)
  return (
    <table className={css['ledger']}>
      <caption>
        {caption}
        {seal && (
          <span className={css['seal']} title={`Seal ${seal.hash}`}>
            Seal no. {seal.position}
          </span>
        )}
      </caption>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">Debit</th>
          <th scope="col">Credit</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ account, account_name, amount_cents }) => (
          <tr key={account}>
            <th scope="row">{account_name}</th>
            <td>{amount_cents > 0 && showDollars(amount_cents)}</td>
            <td>{amount_cents < 0 && showDollars(-amount_cents)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Sum</th>
          <td>{showDollars(total)}</td>
          <td>{showDollars(total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
