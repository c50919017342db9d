import { quoteCoupon } from '#coupons/contract.ts'
import { cancelPayment, type PaymentAnswer, readPayment } from '#payments/contract.ts'
import { type Api, ApiError } from '#platform/web/api.ts'
import { checkOut } from '../../contract.ts'
import { createOrder, readOrder } from '../../orders.contract.ts'
import { findLicenseType } from '../../rules.ts'
import { startingDownloadPage } from '../licenses/chosen-download.ts'
import { withLeftOut } from './left-out.tsx'

type Wanted = Partial<Record<string, string>>

/** Returns where to go: the payment's page, or the download of a license that is owned or free. */
export async function start(api: Api, { asset_id = '', license_type, format, coupon }: Wanted): Promise<string> {
  const order = {
    asset_id,
    license_type: findLicenseType(license_type) ?? 'personal',
    ...(format && { format }),
    ...(coupon && { coupon })
  }
  const { checkout_url, license_id } = await api(checkOut, { body: { ...order, terms_accepted: true } })
  if (checkout_url) return checkout_url
  return license_id ? startingDownloadPage(license_id, format) : '/client/licenses'
}

/** Starts the same purchase again, and returns where it goes on. */
export async function startAgain(api: Api, payment_id: string, coupon?: string): Promise<string> {
  return startLike(api, await api(readPayment, { params: { payment_id } }), coupon)
}

const itemsOf = ({ lines }: PaymentAnswer) =>
  lines.map(({ asset_id, license_type }) => ({ asset_id, license_type: findLicenseType(license_type) ?? 'personal' }))

async function startLike(api: Api, payment: PaymentAnswer, coupon: string | undefined): Promise<string> {
  const [only, ...others] = itemsOf(payment)
  if (only && others.length === 0) return start(api, { ...only, format: payment.file_format ?? undefined, coupon })
  const body = { items: itemsOf(payment), ...(coupon && { coupon }), terms_accepted: true } as const
  // A form that is sent twice begins one order.
  const order = await api(createOrder, { body }, { idempotency_key: `again/${payment.id}/${coupon ?? ''}` })
  const chosen = payment.lines.map(({ asset_id, asset_title: title }) => ({ asset_id, title }))
  return withLeftOut(order.checkout_url ?? (order.order_id ? `/orders/${order.order_id}` : '/client/licenses'), order, chosen)
}

/**
 * Starts the purchase anew with a coupon, or without one, and gives up the payment that it replaces. A coupon that cannot be used is refused
 * before anything changes. A payment that was completed meanwhile, in another tab, is where the person goes instead.
 */
export async function changeCoupon(api: Api, payment_id: string, coupon: string): Promise<string> {
  const payment = await api(readPayment, { params: { payment_id } })
  const code = coupon.trim()
  const had = await couponOf(api, payment)
  if (code || had === null) await api(quoteCoupon, { body: { code, items: itemsOf(payment) } })
  const page = await startLike(api, payment, code || undefined)
  try {
    await api(cancelPayment, { params: { payment_id } })
    return page
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    await giveUp(api, page)
    return `/pay/checkout?${new URLSearchParams({ payment_id })}`
  }
}

/** Returns the coupon of a purchase that is not needed any more, if it was begun. */
async function giveUp(api: Api, page: string): Promise<void> {
  const payment_id = new URL(page, 'http://page').searchParams.get('payment_id')
  if (payment_id) await api(cancelPayment, { params: { payment_id } })
}

/** Returns the coupon of a payment's order. */
export async function couponOf(api: Api, { order_id, discount_cents }: PaymentAnswer): Promise<string | null> {
  if (!order_id || discount_cents === 0) return null
  return (await api(readOrder, { params: { id: order_id } })).coupon_code
}
