import type { PersonalData } from '#platform/server/index.ts'

const OF_CLIENT = { column: 'payment_id', table: 'payments.payment', ids: ['client_id'] }

export const paymentsPersonalData: PersonalData = {
  tables: [
    { name: 'payments', table: 'payments.payment', ids: ['client_id'], without: ['approve_url'] },
    { name: 'refunds', table: 'payments.refund', through: OF_CLIENT, without: ['asked_by'] },
    { name: 'disputes', table: 'payments.dispute', through: OF_CLIENT }
  ],
  left_out: { 'payments.refund.asked_by': 'who in the shop made the refund, by id; the audit log holds it' }
}
