import { findLicenseType, type LicenseType } from '../../rules.ts'

/** The parameters of /pay/checkout. Only `payment_id`, `asset_id`, `license_type`, `format` and `coupon` are sent to the server. */
export type CheckoutAddress = {
  payment_id: string | null
  asset_id: string | null
  license_type: LicenseType
  format: string | null
  coupon: string | null
  /** Shown until the server responds, and never charged. */
  amount_cents: number | undefined
}

const FORMAT = /^[a-z0-9]{1,10}$/
const AMOUNT = /^(\d{1,9})(?:\.(\d{1,2}))?$/

export function readCheckoutAddress(query: URLSearchParams): CheckoutAddress {
  const format = query.get('format')?.toLowerCase() ?? ''
  return {
    payment_id: query.get('payment_id'),
    asset_id: query.get('asset_id'),
    license_type: findLicenseType(query.get('license_type')) ?? 'personal',
    format: FORMAT.test(format) ? format : null,
    coupon: query.get('coupon')?.slice(0, 100) || null,
    amount_cents: centsIn(query.get('amount') ?? '')
  }
}

function centsIn(text: string): number | undefined {
  const [, dollars, cents = ''] = AMOUNT.exec(text) ?? []
  return dollars === undefined ? undefined : Number(`${dollars}${cents.padEnd(2, '0')}`)
}
