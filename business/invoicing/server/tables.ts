import type { Generated, Selectable } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'
import type { DocumentKind, DocumentLine, Party } from '../rules.ts'

type BillingTable = {
  user_id: string
  company: string | null
  address_line1: string
  address_line2: string | null
  city: string
  postal_code: string | null
  state: string | null
  country: string
  tax_number: string | null
  updated_at: Date
}

type TaxRateTable = {
  id: Generated<string>
  country: string
  /** Empty for the whole country. */
  state: string
  /** Parts per million: 82500 is 8.25 percent. */
  per_million: number
  starts_on: string
  created_at: Date
  created_by: string | null
}

type SeriesTable = { year: number; invoices: Generated<number>; credit_notes: Generated<number> }

/** Parties and lines are inserted as JSON text and read as objects. */
type DocumentTable = {
  id: Generated<string>
  kind: DocumentKind
  year: number
  position: number
  number: string
  client_id: string
  payment_id: string
  refund_id: string | null
  credits_id: string | null
  replaces_id: string | null
  issued_at: Date
  paid_at: Date
  correctable_until: Date | null
  description: string
  seller: unknown
  buyer: unknown
  lines: unknown
  subtotal_cents: Cents
  discount_cents: Cents
  tax_cents: Cents
  total_cents: Cents
  tax_per_million: number
}

type Frozen = { seller: Party; buyer: Party; lines: DocumentLine[] }
export type IssuedDocument = Omit<Selectable<DocumentTable>, keyof Frozen> & Frozen

declare module '#platform/database/connect.ts' {
  interface Database {
    'invoicing.billing': BillingTable
    'invoicing.tax_rate': TaxRateTable
    'invoicing.series': SeriesTable
    'invoicing.document': DocumentTable
  }
}
