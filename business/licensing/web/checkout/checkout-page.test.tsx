import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { CouponForm } from '#coupons/web/index.ts'
import type { PaymentAnswer } from '#payments/contract.ts'
import { toCents } from '#platform/contract/money.ts'
import { readCheckoutAddress } from './checkout-address.ts'
import CheckoutPage from './checkout-page.tsx'
import { readLeftOut, withLeftOut } from './left-out.tsx'
import { PaymentReceipt } from './payment-receipt.tsx'

const show = (element: React.ReactNode) => renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)

const PAYMENT: PaymentAnswer = {
  id: '00000000-0000-4000-8000-000000000001',
  purpose: 'license',
  order_id: '00000000-0000-4000-8000-000000000004',
  asset_id: '00000000-0000-4000-8000-000000000002',
  license_type: 'personal',
  file_format: 'png',
  description: 'Blue fox, personal license',
  amount: 10,
  amount_cents: toCents(1000),
  subtotal_cents: toCents(1000),
  discount_cents: toCents(0),
  tax_cents: toCents(0),
  lines: [
    {
      line_id: '00000000-0000-4000-8000-000000000005',
      asset_id: '00000000-0000-4000-8000-000000000002',
      asset_title: 'Blue fox',
      license_type: 'personal',
      price_cents: toCents(1000),
      discount_cents: toCents(0),
      tax_cents: toCents(0),
      total_cents: toCents(1000),
      status: 'captured',
      license_id: '00000000-0000-4000-8000-000000000003'
    }
  ],
  currency: 'USD',
  status: 'captured',
  pending: false,
  failure: null,
  license_id: '00000000-0000-4000-8000-000000000003',
  provider_order_id: null,
  approve_url: null,
  provider_client_id: null,
  created_at: '2026-03-01T12:00:00.000Z'
}

const receipt = (change: Partial<PaymentAnswer>, formats = ['svg', 'png']) => {
  const state = { coupon_code: null, picture: undefined, returned: false, cancelled: false, paid: true, hasProblem: false }
  return show(<PaymentReceipt {...state} payment={{ ...PAYMENT, ...change }} file={{ formats, best: 'svg' }} />)
}

const page = (loaderData: object) => show(<CheckoutPage {...({ loaderData } as ComponentProps<typeof CheckoutPage>)} />)

test('the amount from the address is shown until the server responds', () => {
  const address = readCheckoutAddress(new URLSearchParams('asset_id=a&amount=123.45&payment_id=p'))
  expect(page({ address, answer: new Promise(() => {}) })).toContain('$123.45')
})

test('the server’s amount takes precedence over the amount in the address', () => {
  const answer = {
    payment: { ...PAYMENT, status: 'created' },
    coupon_code: null,
    file: undefined,
    picture: undefined,
    returned: false,
    cancelled: false,
    paid: false,
    left_out: { held: 0, unavailable: 0 }
  }
  expect(page(answer)).toContain('$10.00')
})

test('a paid license is downloaded in the chosen format', () => {
  expect(receipt({})).toMatch(/<select name="file"[^>]*><option value="png"[^>]*>PNG<\/option><option value="svg"/)
  expect(receipt({})).not.toContain('not available')
})

test('a format that is no longer available is replaced, and the page says so', () => {
  const html = receipt({ file_format: 'eps' })
  expect(html).toContain('EPS is no longer available for this asset. You get SVG instead.')
  expect(html).toMatch(/<select name="file"[^>]*><option value="svg"/)
})

test('a failed payment can be tried again for the same license and format', () => {
  const html = receipt({ status: 'failed', failure: 'declined' })
  expect(html).toContain('The payment was declined. You have not been charged.')
  expect(html).toMatch(/href="\/pay\/checkout\?[^"]*license_type=personal[^"]*format=png"/)
})

test('a captured payment without a license asks for no further payment', () => {
  const html = receipt({ license_id: null, approve_url: 'https://paypal.example/approve' })
  expect(html).toContain('This payment has no active license.')
  expect(html).not.toContain('Pay with PayPal')
})

const TWO_LINES = [...PAYMENT.lines, { ...PAYMENT.lines[0]!, line_id: '00000000-0000-4000-8000-000000000006' }]
const failedWith = (failure: string, lines = PAYMENT.lines) => {
  const payment: PaymentAnswer = { ...PAYMENT, status: 'failed', license_id: null, failure, lines }
  const state = { picture: undefined, file: undefined, returned: false, cancelled: false, paid: false, hasProblem: false }
  return show(<PaymentReceipt {...state} payment={payment} coupon_code="SPRING20" />)
}

test('a declined payment keeps its coupon for the next attempt', () => {
  expect(failedWith('declined')).toMatch(/href="\/pay\/checkout\?[^"]*coupon=SPRING20"/)
  expect(failedWith('declined', TWO_LINES)).toMatch(/<input[^>]*name="coupon"[^>]*value="SPRING20"/)
  const { order } = { order: { ...ORDER, coupon: 'SPRING20' } }
  expect(page({ order })).toMatch(/<input[^>]*name="coupon"[^>]*value="SPRING20"/)
  expect(page({ order: { ...order, coupon: null } })).not.toContain('name="coupon"')
})

const ORDER = { asset_id: 'a', title: 'Blue fox', picture: undefined, license_type: 'personal', format: null, amount_cents: 1000 } as const

test('a payment of another amount never says that nothing was charged', () => {
  for (const lines of [PAYMENT.lines, TWO_LINES]) {
    const html = failedWith('other_amount', lines)
    expect(html).toContain('your money is safe')
    expect(html).toContain('href="/contact"')
    expect(html).not.toContain('not been charged')
  }
})

const opened = (left_out: ReturnType<typeof readLeftOut>) =>
  page({
    payment: { ...PAYMENT, status: 'created', license_id: null, lines: TWO_LINES },
    ...{ coupon_code: null, file: undefined, picture: undefined, returned: false, cancelled: false, paid: false, left_out }
  })

test('an order that began anew names what it does not have any more', () => {
  const chosen = Array.from({ length: 9 }, (_, at) => ({ asset_id: `a${at}`, title: `Fox ${at}` }))
  const noticeOf = (held: typeof chosen, unavailable: typeof chosen) => {
    const address = withLeftOut('/pay/checkout?payment_id=p', { held, unavailable }, chosen)
    return opened(readLeftOut(new URL(address, 'http://easel.test').searchParams))
  }
  const both = noticeOf(chosen.slice(0, 2), chosen.slice(2, 3))
  expect(both).toContain('Some works were left out.')
  expect(both).toContain('You already own “Fox 0” and “Fox 1”. No longer for sale: “Fox 2”. You do not pay for them.')
  expect(noticeOf(chosen.slice(0, 8), [])).toContain('“Fox 3”, “Fox 4”, and 3 more.')
  expect(noticeOf([], [{ asset_id: 'unknown', title: '' }])).toContain('No longer for sale: 1 work. You do not pay for it.')
  expect(opened(readLeftOut(new URLSearchParams('held=x&unavailable=-1&held_title=Trap')))).not.toMatch(/left out|Trap/)
  expect(withLeftOut('/client/licenses', { held: [], unavailable: [] }, chosen)).toBe('/client/licenses')
})

test('a code that was refused stays in its field', () => {
  const html = show(<CouponForm purchase_id="p" coupon_code={null} problem="This coupon does not exist." typed="SPRNG20" />)
  expect(html).toMatch(/<input[^>]*name="coupon"[^>]*value="SPRNG20"/)
})
