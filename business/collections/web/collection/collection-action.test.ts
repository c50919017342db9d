import { expect, test } from 'vitest'
import type { Api } from '#platform/web/api.ts'
import { runCollection } from './collection-action.ts'

const ID = '0198c3a2-9b77-7a20-8c11-0e5d3f2a6b90'
const ITEMS = ['a', 'b', 'c', 'd'].map((asset_id) => ({ asset_id, licenses: [], asset: { title: `Work ${asset_id}` } }))

/** Returns where buying the collection leads when an order leaves these works out. */
async function leadsTo(left_out: Record<'held' | 'unavailable', { asset_id: string }[]>): Promise<string | null> {
  const order = { checkout_url: '/pay/checkout?payment_id=p', ...left_out }
  const api = (({ method }: { method: string }) => Promise.resolve(method === 'GET' ? { items: ITEMS } : order)) as unknown as Api
  const body = new URLSearchParams({ intent: 'buy', license_type: 'commercial', terms: 'on' })
  const answer = await runCollection(api, ID, new Request(`http://easel.test/collections/${ID}`, { method: 'POST', body }))
  return answer instanceof Response ? answer.headers.get('location') : null
}

test('the checkout of a collection is told which works its order leaves out', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map((asset_id) => ({ asset_id }))
  const address = await leadsTo({ held: [a!], unavailable: [b!, c!] })
  expect([...new URL(address ?? '', 'http://easel.test').searchParams]).toEqual([
    ['payment_id', 'p'],
    ['held', '1'],
    ['held_title', 'Work a'],
    ['unavailable', '2'],
    ['unavailable_title', 'Work b'],
    ['unavailable_title', 'Work c']
  ])
  expect(await leadsTo({ held: [], unavailable: [] })).toBe('/pay/checkout?payment_id=p')
})
