import { expect, test } from 'vitest'
import type { Api } from '#platform/web/api.ts'
import { startAgain } from './checkout-calls.ts'

type Call = { path: string; body: unknown; idempotency_key: string | undefined }

/** An API in which one of three works is held by now, and one is not for sale any more. */
function apiOf(calls: Call[]): Api {
  const lines = ['a', 'b', 'c'].map((asset_id) => ({ asset_id, license_type: 'personal' }))
  const answers: Record<string, object> = {
    '/payments/:payment_id': { id: 'first', lines },
    '/orders': { checkout_url: '/pay/checkout?payment_id=second', order_id: 'o', held: [lines[0]], unavailable: [lines[1]] }
  }
  const api = async ({ path }: { path: string }, { body }: { body?: unknown }, options?: { idempotency_key?: string }) => {
    calls.push({ path, body, idempotency_key: options?.idempotency_key })
    return answers[path]
  }
  return api as unknown as Api
}

test('an order that begins again keeps its coupon, begins once for each form, and names what it has lost', async () => {
  const calls: Call[] = []
  expect(await startAgain(apiOf(calls), 'first', 'SPRING20')).toBe('/pay/checkout?payment_id=second&held=1&unavailable=1')
  expect(calls.at(-1)).toMatchObject({ path: '/orders', body: { coupon: 'SPRING20' }, idempotency_key: 'again/first/SPRING20' })
})
