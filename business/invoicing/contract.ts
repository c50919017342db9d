import { z } from 'zod'
import { cents, defineRefusals, endpoint, instant, pageOf, paging, requiredText } from '#platform/contract/index.ts'
import { COUNTRIES } from './places.rules.ts'
import { BILLING_MAX, DOCUMENT_KINDS, TEXTS } from './rules.ts'

/** Empty or missing is null. */
const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .nullish()
    .transform((typed) => typed || null)

export const country = z.string({ error: TEXTS.country }).trim().toUpperCase().pipe(z.enum(COUNTRIES, TEXTS.country))

const typed = {
  company: optional(BILLING_MAX.line),
  address_line1: requiredText(TEXTS.address, BILLING_MAX.line),
  address_line2: optional(BILLING_MAX.line),
  city: requiredText(TEXTS.city, BILLING_MAX.line),
  postal_code: optional(BILLING_MAX.postal_code),
  state: optional(BILLING_MAX.line),
  country,
  tax_number: optional(BILLING_MAX.tax_number)
}

/** Where invoices are sent. All null: nothing was saved, and the buyer is the person. */
const billing = z.object({
  company: z.string().nullable(),
  address_line1: z.string().nullable(),
  address_line2: z.string().nullable(),
  city: z.string().nullable(),
  postal_code: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  tax_number: z.string().nullable()
})
export type Billing = z.output<typeof billing>

export const readBilling = endpoint({
  method: 'GET',
  path: '/profile/billing',
  access: ['client'],
  summary: "The caller's billing details, as new invoices show them. All null before they are saved.",
  response: billing
})

export const saveBilling = endpoint({
  method: 'PUT',
  path: '/profile/billing',
  access: ['client'],
  summary: "Save the caller's billing details. The country and the state decide the tax of later checkouts.",
  body: z.object(typed),
  response: billing
})
export type TypedBilling = z.output<typeof saveBilling.body>

const shown = {
  number: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  payment_id: z.uuid(),
  description: z.string(),
  buyer: z.string(),
  issued_at: instant,
  /** Until when its billing details may be corrected; null if they may not, or not any more. */
  correctable_until: instant.nullable(),
  subtotal_cents: cents,
  discount_cents: cents,
  tax_cents: cents,
  total_cents: cents,
  /** The invoice that a credit note is about. */
  credits: z.string().nullable(),
  /** The invoice that this one replaces. */
  replaces: z.string().nullable(),
  pdf_url: z.string(),
  xml_url: z.string()
}
export const listedInvoice = z.object(shown)
export type ListedInvoice = z.output<typeof listedInvoice>

export const listMyInvoices = endpoint({
  method: 'GET',
  path: '/invoices',
  access: ['client'],
  summary: "The caller's own invoices and credit notes, newest first",
  query: z.object(paging(20)),
  response: pageOf(listedInvoice)
})

const params = z.object({ number: z.string().min(1).max(40) })

export const readInvoicePdf = endpoint({
  method: 'GET',
  path: '/invoices/:number.pdf',
  access: ['client', 'admin'],
  grant: 'finance',
  summary: 'An invoice or credit note as PDF, with the Factur-X XML inside. For its buyer and for admins.',
  params,
  response: z.unknown(),
  kind: 'file'
})

export const readInvoiceXml = endpoint({
  method: 'GET',
  path: '/invoices/:number.xml',
  access: ['client', 'admin'],
  grant: 'finance',
  summary: 'An invoice or credit note as XML (EN 16931, CII). For its buyer and for admins.',
  params,
  response: z.unknown(),
  kind: 'file'
})

export const correctInvoice = endpoint({
  method: 'POST',
  path: '/invoices/:number/correct',
  access: ['client'],
  summary: 'Replace one of the caller’s own invoices by one with other billing details, with a credit note for the first. No money moves.',
  params,
  body: z.object(typed),
  response: z.object({ credit_note: z.object({ number: z.string() }), invoice: z.object({ number: z.string() }) }),
  status: 201
})

export const refusals = defineRefusals({
  wrong_billing: { status: 422, message: 'Please check the billing details.' },
  invoice_not_found: { status: 404, message: 'This invoice does not exist.' },
  not_an_invoice: { status: 409, message: 'A credit note cannot be corrected.' },
  corrected_already: { status: 409, message: 'This invoice was corrected already. Please correct the new one.' },
  invoice_credited: { status: 409, message: 'This invoice was refunded in full, so its billing details stay as they are.' },
  correction_too_late: { status: 409, message: 'The billing details of an invoice can be corrected for 30 days.' }
})
