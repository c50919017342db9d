import { z } from 'zod'
import { day, defineRefusals, endpoint, instant, pageOf, paging } from '#platform/contract/index.ts'
import { country, listedInvoice } from './contract.ts'
import { BILLING_MAX, DOCUMENT_KINDS, TEXTS } from './rules.ts'

/** Percent with at most four decimals, read as text so that no float arithmetic is involved: 8.25 is 82500 per million. */
const rate = z
  .union([z.number().min(0, TEXTS.rate).max(100, TEXTS.rate), z.string()], { error: TEXTS.rate })
  .transform((typed, check): number => {
    const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(String(typed).trim()) ?? []
    const per_million = Number(whole) * 10_000 + Number(fraction.padEnd(4, '0'))
    if (whole === undefined || per_million > 1_000_000) {
      check.addIssue({ code: 'custom', message: TEXTS.rate })
      return z.NEVER
    }
    return per_million
  })

const taxRate = z.object({
  id: z.uuid(),
  country: z.string(),
  /** Null for the whole country. */
  state: z.string().nullable(),
  /** Percent. */
  rate: z.number(),
  from: day,
  /** Whether it is the rate of its country or state today. */
  in_force: z.boolean(),
  created_at: instant
})
export type TaxRate = z.output<typeof taxRate>

export const listTaxRates = endpoint({
  method: 'GET',
  path: '/admin/tax-rates',
  access: ['admin'],
  grant: 'finance',
  summary: 'Every tax rate, by country and state, newest first',
  response: z.object({ items: z.array(taxRate) })
})

export const setTaxRate = endpoint({
  method: 'POST',
  path: '/admin/tax-rates',
  access: ['admin'],
  grant: 'finance',
  summary:
    'Set the tax rate of a country or state for checkouts from a day on. Plans keep the rate of their checkout. The same place and day again replaces it; 0 ends the tax for new checkouts.',
  body: z.object({
    country,
    state: z.string().trim().max(BILLING_MAX.line, `At most ${BILLING_MAX.line} characters.`).nullish(),
    rate,
    from: z
      .string({ error: TEXTS.from })
      .trim()
      .regex(/^(20|21)\d\d-/, TEXTS.from)
      .pipe(z.iso.date(TEXTS.from))
  }),
  response: taxRate,
  status: 201
})

const chosen = <Choice extends z.ZodType>(choice: Choice) => choice.or(z.literal('').transform(() => undefined)).optional()

export const listInvoices = endpoint({
  method: 'GET',
  path: '/admin/invoices',
  access: ['admin'],
  grant: 'finance',
  summary: 'All invoices and credit notes, newest first',
  query: z.object({
    /** Part of the number, of the buyer's name or company, or of the client's name or email. */
    q: z.string().trim().max(200).optional(),
    kind: chosen(z.enum(DOCUMENT_KINDS)),
    ...paging(20)
  }),
  response: pageOf(
    listedInvoice.extend({
      client_id: z.uuid(),
      client_name: z.string(),
      /** Null once the account is deleted. */
      client_email: z.string().nullable()
    })
  )
})
export type AnyInvoice = z.output<typeof listInvoices.response>['items'][number]

const listDay = day.regex(/^(20|21)\d\d-/, TEXTS.from)

export const exportInvoices = endpoint({
  method: 'GET',
  path: '/admin/invoices.csv',
  access: ['admin'],
  grant: 'finance',
  summary: 'The invoices and credit notes of a period as a CSV file in US dollars, credit notes with negative amounts',
  query: z.object({ start: chosen(listDay), end: chosen(listDay) }),
  response: z.unknown(),
  kind: 'file'
})

export const packInvoices = endpoint({
  method: 'GET',
  path: '/admin/invoices.zip',
  access: ['admin'],
  grant: 'finance',
  summary: 'The PDF of every invoice and credit note of a month (YYYY-MM, California) as a ZIP file, each with its XML inside',
  query: z.object({ month: z.string().regex(/^(20|21)\d\d-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-01.') }),
  response: z.unknown(),
  kind: 'file'
})

export const refusals = defineRefusals({
  wrong_rate: { status: 422, message: 'Please check the tax rate.' },
  seller_tax_number_missing: {
    status: 409,
    message: 'An invoice with tax names the tax number of the seller. Set SELLER_TAX_NUMBER first.'
  },
  too_many_lines: { status: 422, message: 'This period has more than 100,000 documents. Please choose a shorter one.' }
})
