import { showDollars } from '#platform/web/show.ts'
import type { ListedInvoice } from '../../contract.ts'
import { KIND_NAMES } from '../../rules.ts'
import css from './invoices.module.css'

/** Says what a document is about if it follows another one. */
export function kindOf({ kind, credits, replaces }: ListedInvoice): string {
  if (credits) return `${KIND_NAMES[kind]} for ${credits}`
  return replaces ? `${KIND_NAMES[kind]} instead of ${replaces}` : KIND_NAMES[kind]
}

/** What a credit note returns is shown as negative. */
export const signedTotal = ({ kind, total_cents }: ListedInvoice): string =>
  showDollars(kind === 'credit_note' ? -total_cents : total_cents)

export const Files = ({ number, pdf_url, xml_url }: ListedInvoice) => (
  <span className={css['files']}>
    <a href={pdf_url} download={`${number}.pdf`} aria-label={`${number} as PDF`}>
      PDF
    </a>{' '}
    <a href={xml_url} download={`${number}.xml`} aria-label={`${number} as XML`}>
      XML
    </a>
  </span>
)

/** Stays on one line. */
export const InvoiceNumber = ({ number }: Pick<ListedInvoice, 'number'>) => <span className={css['number']}>{number}</span>
