import type { PersonalData } from '#platform/server/index.ts'

export const licensingPersonalData: PersonalData = {
  tables: [
    { name: 'licenses', table: 'licensing.license', ids: ['client_id', 'plan_owner_id'] },
    { name: 'licenses-held-by-a-plan', table: 'licensing.plan_holder', ids: ['user_id'] },
    { name: 'orders', table: 'licensing.license_order', ids: ['client_id'] },
    { name: 'order-lines', table: 'licensing.order_line', ids: ['client_id'] },
    { name: 'license-transfers', table: 'licensing.transfer', ids: ['sender_id'], emails: ['email'], without: ['token_hash'] },
    { name: 'hand-overs', table: 'licensing.hand_over', ids: ['owner_id'] },
    { name: 'free-downloads', table: 'licensing.free_request', emails: ['email'] }
  ],
  left_out: { 'licensing.license_price_version.changed_by': 'who set a price, by id; the audit log holds it' }
}
