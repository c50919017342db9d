import type { PersonalData } from '#platform/server/index.ts'

export const invoicingPersonalData: PersonalData = {
  tables: [
    { name: 'billing-details', table: 'invoicing.billing', ids: ['user_id'] },
    { name: 'invoices', table: 'invoicing.document', ids: ['client_id'] }
  ],
  left_out: { 'invoicing.tax_rate.created_by': 'who entered a tax rate, by id; the audit log holds it' }
}
