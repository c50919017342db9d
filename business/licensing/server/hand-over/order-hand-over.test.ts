import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundPayment } from '#payments/admin.contract.ts'
import { begunOrder, boughtOrder } from '#tests/support/givens/orders.ts'
import { assetOnSale, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { zipEntries } from '#tests/support/zip-entries.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

async function handOver(order_id: string, client: string, query = '') {
  const { token } = await market.person('client', client)
  const url = `/api/orders/${order_id}/hand-over${query}`
  return market.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
}
const filesIn = (zip: Buffer) => [...zipEntries(zip).keys()]

test('the ZIP of an order has a file and a certificate for each license, without what was refunded', async () => {
  const order = await boughtOrder(market, { client: 'Ann', count: 3 })
  const answer = await handOver(order.order_id, 'Ann')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  expect(answer.headers['content-disposition']).toContain(`Order ${order.order_id.slice(0, 8)}.zip`)
  const files = filesIn(answer.rawPayload)
  expect(files.filter((name) => name.endsWith('.svg'))).toEqual(['001 Work 1.svg', '002 Work 2.svg', '003 Work 3.svg'])
  expect(files.filter((name) => name.startsWith('certificates/'))).toHaveLength(3)
  expect(files).toEqual(expect.arrayContaining(['manifest.csv', 'license-terms.txt']))
  const refund = { params: { id: order.payment_id }, body: { reason: 'One of them', line_ids: [order.lines[1]!.line_id] } }
  await (await market.as('admin'))(refundPayment, refund)
  const left = filesIn((await handOver(order.order_id, 'Ann')).rawPayload)
  expect(left.filter((name) => name.endsWith('.svg'))).toEqual(['001 Work 1.svg', '002 Work 3.svg'])
})

test('a work that does not have the format comes as the file that was uploaded, and a note says so', async () => {
  const photo = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#00b4d8' } })
    .png()
    .toBuffer()
  const works = [
    await assetOnSale(market, { title: 'Drawing' }),
    await assetOnSale(market, { title: 'Photo', file: { format: 'png', bytes: photo } })
  ]
  const { order_id } = await boughtOrder(market, { client: 'Mia', assets: works.map(({ id }) => id) })
  const zip = zipEntries((await handOver(order_id, 'Mia', '?format=svg')).rawPayload)
  expect([...zip.keys()].filter((name) => /^\d/.test(name))).toEqual(['001 Drawing.svg', '002 Photo.png'])
  expect(zip.get('notes.txt')?.toString()).toBe('002 Photo.png: Not available as SVG. This is the uploaded file.\r\n')
  expect(zip.get('manifest.csv')?.toString()).toContain('002 Photo.png')
  expect(filesIn((await handOver(order_id, 'Mia', '?format=png')).rawPayload)).not.toContain('notes.txt')
})

test('an order of someone else, one that is not paid, and an unknown format are refused', async () => {
  const paid = await boughtOrder(market, { client: 'Eve', count: 2 })
  const unpaid = await begunOrder(market, { client: 'Eve', count: 2 })
  expect((await handOver(paid.order_id, 'Mallory')).json()).toMatchObject({ code: 'order_not_found' })
  expect((await handOver(unpaid.order_id, 'Eve')).json()).toMatchObject({ code: 'nothing_licensed' })
  expect((await handOver(paid.order_id, 'Eve', '?format=psd')).statusCode).toBe(422)
})
