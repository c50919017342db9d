import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { toCents } from '#platform/contract/money.ts'
import OrderPage from './order-page.tsx'

const sums = { subtotal_cents: toCents(1000), discount_cents: toCents(0), tax_cents: toCents(0), total_cents: toCents(1000) }
const ORDER = {
  ...{ order_id: 'o', status: 'failed', payment_id: 'p', provider_order_id: null, approve_url: null, checkout_url: null, lines: [] },
  ...{ coupon_code: null, created_at: '2026-03-01T12:00:00.000Z', paid_at: null, receipt_url: null, hand_over: null, ...sums }
}

function show(failure: string | null): string {
  const loaderData = { order: { ...ORDER, failure } }
  const element = <OrderPage {...({ loaderData } as unknown as ComponentProps<typeof OrderPage>)} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
}

test('a failed order says that nothing was charged, unless PayPal may have the money', () => {
  expect(show('abandoned')).toContain('You have not been charged.')
  expect(show('other_amount')).not.toContain('not been charged')
  expect(show('other_amount')).toContain('your money is safe')
  expect(show('other_amount')).toContain('href="/contact"')
})

test('a failed order can be tried again, unless PayPal may have the money', () => {
  expect(show('abandoned')).toContain('href="/pay/checkout?payment_id=p"')
  expect(show('abandoned')).not.toContain('another project')
  expect(show('other_amount')).not.toContain('Try again')
})
