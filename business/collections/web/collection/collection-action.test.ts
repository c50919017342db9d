import { expect, test } from 'vitest'
import type { Api } from '#platform/web/api.ts'
import { runCollection } from './collection-action.ts'

const ID = '0198c3a2-9b77-7a20-8c11-0e5d3f2a6b90'
const ITEMS = ['a', 'b', 'c', 'd'].map((asset_id) => ({ asset_id, licenses: [] }))

/** Returns where buying the collection leads when an order leaves these works out. */
async function leadsTo(left_out: { held: unknown[]; unavailable: unknown[] }): Promise<string | null> {
  const order = { checkout_url: '/pay/checkout?payment_id=p', ...left_out }
  const api = (({ method }: { method: string }) => Promise.resolve(method === 'GET' ? { items: ITEMS } : order)) as unknown as Api
  const body = new URLSearchParams({ intent: 'buy', license_type: 'commercial', terms: 'on' })
  const answer = await runCollection(api, ID, new Request(`http://easel.test/collections/${ID}`, { method: 'POST', body }))
  return answer instanceof Response ? answer.headers.get('location') : null
}

test('the checkout of a collection is told how many works its order leaves out', async () => {
  expect(await leadsTo({ held: [1], unavailable: [1, 2] })).toBe('/pay/checkout?payment_id=p&held=1&unavailable=2')
  expect(await leadsTo({ held: [], unavailable: [] })).toBe('/pay/checkout?payment_id=p')
})
