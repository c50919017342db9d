import { createCoupon, editCoupon, endCoupon, pauseCoupon, resumeCoupon } from '#coupons/admin.contract.ts'
import { createOrder } from '#licensing/orders.contract.ts'
import type { LicenseType } from '#licensing/rules.ts'
import { capturePayment } from '#payments/contract.ts'
import type { Api } from '#platform/web/api.ts'
import type { World } from '../world.ts'
import { assetOnSale, type Market } from './sales.ts'

type Terms = Parameters<typeof createCoupon.body.parse>[0] & object

/** Makes a coupon. 20 % off licenses unless told otherwise. */
export async function givenCoupon(world: World, code: string, terms: object = {}) {
  const body = { code, percent: 20, applies_to: 'licenses', ...terms } as Terms as never
  return (await world.as('admin'))(createCoupon, { body })
}

/** Starts an order of new assets for $10.00 each, or of these. */
export async function begunOrder(
  market: Market,
  { client = 'client', count = 3, coupon, assets }: { client?: string; count?: number; coupon?: string; assets?: readonly string[] } = {}
) {
  const ids =
    assets ??
    (await Promise.all(Array.from({ length: count }, (_, at) => assetOnSale(market, { title: `Work ${at + 1}` })))).map(({ id }) => id)
  const items = ids.map((asset_id) => ({ asset_id, license_type: 'personal' as LicenseType }))
  const order = await (await market.as('client', client))(createOrder, { body: { items, ...(coupon && { coupon }) } })
  const { order_id, payment_id, provider_order_id } = order
  if (!order_id || !payment_id || !provider_order_id) throw new Error(`Nothing to pay: ${JSON.stringify(order)}`)
  return { ...order, order_id, payment_id, provider_order_id, assets: ids }
}

/** Orders, approves at PayPal, and captures. */
export async function boughtOrder(market: Market, options: Parameters<typeof begunOrder>[1] = {}) {
  const order = await begunOrder(market, options)
  await market.approve(order.provider_order_id)
  const paid = await (await market.as('client', options.client ?? 'client'))(capturePayment, {
    params: { payment_id: order.payment_id },
    body: {}
  })
  return { ...order, paid }
}

/** Every change of a coupon by an admin, prepared and then made. */
export function couponChanges(admin: () => Api): Record<string, () => Promise<() => Promise<unknown>>> {
  let made = 0
  const coupon = () => {
    made += 1
    return admin()(createCoupon, { body: { code: `SAVE-${made}`, percent: 10, applies_to: 'both' } })
  }
  const step = (change: (id: string) => Promise<unknown>) => async () => {
    const { id } = await coupon()
    return () => change(id)
  }
  return {
    'POST /admin/coupons': async () => coupon,
    'PATCH /admin/coupons/:id': step((id) => admin()(editCoupon, { params: { id }, body: { max_uses: 5 } })),
    'POST /admin/coupons/:id/pause': step((id) => admin()(pauseCoupon, { params: { id } })),
    'POST /admin/coupons/:id/resume': async () => {
      const { id } = await coupon()
      await admin()(pauseCoupon, { params: { id } })
      return () => admin()(resumeCoupon, { params: { id } })
    },
    'POST /admin/coupons/:id/end': step((id) => admin()(endCoupon, { params: { id } }))
  }
}
