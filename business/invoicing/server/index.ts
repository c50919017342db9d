import './ports.ts'

export { eraseBilling } from './billing/billing.service.ts'
export { issueCreditNote, issueInvoice } from './documents/issue.service.ts'
export { invoicingPersonalData } from './personal-data.ts'
export { invoicingRoutes } from './routes.ts'
export { type Tax, taxOn, taxPlaceOf } from './tax/tax.service.ts'
