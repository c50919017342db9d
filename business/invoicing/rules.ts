export const DOCUMENT_KINDS = ['invoice', 'credit_note'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export const KIND_NAMES: Record<DocumentKind, string> = { invoice: 'Invoice', credit_note: 'Credit note' }

/** How long the billing details of an invoice may be corrected. */
export const CORRECTION_DAYS = 30

const PREFIXES: Record<DocumentKind, string> = { invoice: 'INV', credit_note: 'CN' }
const DIGITS = 6

/** The number of a document: its series, its year, and its position in that year, from 1. */
export const numberOf = (kind: DocumentKind, year: number, position: number): string =>
  `${PREFIXES[kind]}-${year}-${String(position).padStart(DIGITS, '0')}`

/** Who sells or buys, as a document names them. Missing lines are null. */
export type Party = {
  name: string
  /** Of the person, where the name is a company's. */
  contact: string | null
  email: string | null
  address_line1: string | null
  address_line2: string | null
  city: string | null
  postal_code: string | null
  state: string | null
  country: string
  tax_number: string | null
}

/** Who sells where no settings say so: a shop on one machine. */
export const USUAL_SELLER: Party = {
  name: 'Easel',
  contact: null,
  email: 'support@easel.test',
  address_line1: null,
  address_line2: null,
  city: null,
  postal_code: null,
  state: 'CA',
  country: 'US',
  tax_number: '00-0000000'
}

/** A line: what was bought at which price. Its net amount is price − discount. */
export type DocumentLine = { title: string; price_cents: number; discount_cents: number; tax_cents: number }

export type Totals = { subtotal_cents: number; discount_cents: number; tax_cents: number; total_cents: number }

export function totalsOf(lines: readonly DocumentLine[]): Totals {
  const sum = (of: (line: DocumentLine) => number) => lines.reduce((total, line) => total + of(line), 0)
  const subtotal_cents = sum((line) => line.price_cents)
  const discount_cents = sum((line) => line.discount_cents)
  const tax_cents = sum((line) => line.tax_cents)
  return { subtotal_cents, discount_cents, tax_cents, total_cents: subtotal_cents - discount_cents + tax_cents }
}

export const BILLING_MAX = { line: 200, postal_code: 20, tax_number: 30 } as const

export const TEXTS = {
  address: 'Please enter the street and number.',
  city: 'Please enter the city.',
  country: 'Please choose a country.',
  state: 'Please enter a state of the US, such as CA.',
  tax_number: 'Please enter a VAT or tax number of this country.',
  ein: 'Please enter an EIN such as 12-3456789.',
  rate: 'Enter a percentage from 0 to 100 with at most four decimals.',
  from: 'Enter a date between 2000 and 2199.',
  save_failed: 'This could not be saved. Please try again.'
} as const
