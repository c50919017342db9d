import { listMyInvoices } from '#invoicing/contract.ts'
import type { World } from '../world.ts'

/** Billing details of a business in California. */
export const HOME = {
  company: 'Acme Inc.',
  address_line1: '1 Main Street',
  city: 'Fresno',
  postal_code: '93650',
  state: 'CA',
  country: 'US',
  tax_number: '12-3456789'
}

/** Returns a client's own invoices and credit notes, newest first. */
export const invoicesBy = async (world: World, name: string) =>
  (await (await world.as('client', name))(listMyInvoices, { query: {} })).items
