import type { PersonalData } from '#platform/server/index.ts'

export const couponsPersonalData: PersonalData = {
  tables: [{ name: 'coupon-uses', table: 'coupons.coupon_use', ids: ['client_id'], without: ['email_hash'] }],
  left_out: {
    'coupons.coupon.created_by': 'who made a campaign, by id; the audit log holds it',
    'coupons.coupon_use.email_hash': 'a one-way hash of an address, which nobody can read'
  }
}
