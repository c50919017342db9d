import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#accounts/audit.contract.ts'
import { setGrants } from '#accounts/users.contract.ts'
import { listAllLicenses, revokeLicense } from '#licensing/admin.contract.ts'
import { checkOut, linkLicenseFile, readLicense, verifyCertificate } from '#licensing/contract.ts'
import { readAnyPayment } from '#payments/admin.contract.ts'
import type { Grant } from '#platform/contract/index.ts'
import { cancelSubscription } from '#subscriptions/admin.contract.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { givenPlan } from '#tests/support/givens/plans.ts'
import { assetOnSale, boughtLicense, freshMarket, givenPrice, type Market } from '#tests/support/givens/sales.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const REASON = 'The artist did not have the rights.'
const revoke = async (id: string, body: { reason: string; refund?: boolean } = { reason: REASON }, admin = 'admin') =>
  (await market.as('admin', admin))(revokeLicense, { params: { id }, body })
const status = async (call: Promise<unknown>): Promise<number> => call.then(() => 200).catch((error: { status: number }) => error.status)
const get = async (url: string, token?: string) =>
  (await market.app.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} })).statusCode
const license = async (id: string, client: string) => (await market.as('client', client))(readLicense, { params: { id } })

test('a revoked license ends at once, and its certificate says so', async () => {
  const asset = await assetOnSale(market, { title: 'Blue fox' })
  const { license_id, download_url, payment_id } = await boughtLicense(market, asset.id, { client: 'Ada' })
  const { certificate_number } = await license(license_id, 'Ada')
  market.at('2026-03-02T12:00:00Z')
  const ended_at = '2026-03-02T12:00:00.000Z'
  expect(await revoke(license_id)).toMatchObject({ id: license_id, status: 'revoked', ended_at, license_file_url: null })
  expect(await license(license_id, 'Ada')).toMatchObject({ status: 'revoked', ended_at })
  expect(await get(download_url)).toBe(409)
  const ada = await market.as('client', 'Ada')
  expect(await status(ada(linkLicenseFile, { params: { id: license_id }, query: {} }))).toBe(409)
  expect(await get(`/api/licenses/${license_id}/certificate`, (await market.person('client', 'Ada')).token)).toBe(409)
  expect(await market.api(verifyCertificate, { params: { certificate_number } })).toMatchObject({
    valid: false,
    status: 'revoked',
    ended_at
  })
  const payment = await (await market.as('admin'))(readAnyPayment, { params: { id: payment_id } })
  expect([payment.status, payment.refunds]).toEqual(['captured', []])
})

test('the licensee is mailed that the license was revoked, and why', async () => {
  const asset = await assetOnSale(market, { title: 'Gray owl' })
  const { license_id } = await boughtLicense(market, asset.id, { client: 'Bea' })
  const { email } = await market.person('client', 'Bea')
  await revoke(license_id)
  const mail = (await market.mails()).find(({ to, subject }) => to === email && subject.includes('revoked'))
  expect(mail!.subject).toBe('Your license for Gray owl was revoked')
  expect(mail!.text).toContain(REASON)
})

test('a revocation with a refund returns the money once and books it', async () => {
  const asset = await assetOnSale(market, { title: 'Red hen' })
  const { license_id, payment_id } = await boughtLicense(market, asset.id, { client: 'Cleo' })
  await revoke(license_id, { reason: REASON, refund: true })
  await market.webhooksDone()
  const payment = await (await market.as('admin'))(readAnyPayment, { params: { id: payment_id } })
  expect(payment).toMatchObject({ status: 'refunded', refunds: [{ status: 'completed', reason: REASON, amount_cents: 1000 }] })
  expect(payment.sums.every(({ amount_cents }) => Number.isInteger(amount_cents))).toBe(true)
  expect(await license(license_id, 'Cleo')).toMatchObject({ status: 'revoked' })
  expect(await status(revoke(license_id, { reason: REASON, refund: true }))).toBe(409)
})

test('a license that cost nothing can be revoked, but not refunded', async () => {
  await givenPrice(market, 'logo', '0')
  const asset = await givenAsset(market, { category: 'logo' })
  const dora = await market.as('client', 'Dora')
  const { license_id = '' } = await dora(checkOut, { body: { asset_id: asset.id } })
  await expect(revoke(license_id, { reason: REASON, refund: true })).rejects.toMatchObject({ status: 409, body: { code: 'nothing_paid' } })
  expect(await license(license_id, 'Dora')).toMatchObject({ status: 'active' })
  expect(await revoke(license_id)).toMatchObject({ status: 'revoked' })
})

test('a license of a plan is revoked for the whole plan and stays so when the plan ends', async () => {
  const asset = await assetOnSale(market, { title: 'Green frog' })
  const plan = await givenPlan(market, 'Elsa')
  const elsa = await market.as('client', 'Elsa')
  const { license_id = '' } = await elsa(checkOut, { body: { asset_id: asset.id, license_type: 'subscription' } })
  await revoke(license_id)
  expect(await status(elsa(checkOut, { body: { asset_id: asset.id, license_type: 'subscription' } }))).toBe(409)
  await (await market.as('admin'))(cancelSubscription, { params: { id: plan.id } })
  expect(await license(license_id, 'Elsa')).toMatchObject({ status: 'revoked' })
})

test('several admins who revoke at the same time, with and without a refund, revoke once and refund at most once', async () => {
  const asset = await assetOnSale(market, { title: 'Black cat' })
  const { license_id, payment_id } = await boughtLicense(market, asset.id, { client: 'Fay' })
  const tries = ['one', 'two', 'three', 'four'].map((admin, index) =>
    status(revoke(license_id, { reason: REASON, refund: index % 2 === 0 }, admin))
  )
  expect((await Promise.all(tries)).toSorted()).toEqual([200, 409, 409, 409])
  await market.webhooksDone()
  const { refunds } = await (await market.as('admin'))(readAnyPayment, { params: { id: payment_id } })
  expect(refunds.length).toBeLessThanOrEqual(1)
  const { items } = await (await market.as('admin'))(auditLog, { query: {} })
  expect(items.filter(({ action, subject }) => action === 'license.revoked' && subject.id === license_id)).toMatchObject([
    { details: { title: 'Black cat', reason: REASON } }
  ])
})

test('a revocation needs a reason, a known license, and an admin', async () => {
  const asset = await assetOnSale(market, { title: 'White dove' })
  const { license_id } = await boughtLicense(market, asset.id, { client: 'Gia' })
  await expect(revoke(license_id, { reason: '  ' })).rejects.toMatchObject({
    status: 422,
    body: { fields: { reason: expect.any(String) } }
  })
  expect(await status(revoke('00000000-0000-4000-8000-000000000000'))).toBe(404)
  const sent = { params: { id: license_id }, body: { reason: REASON } }
  expect(await status((await market.as('client', 'Gia'))(revokeLicense, sent))).toBe(403)
  expect(await status(market.api(revokeLicense, sent))).toBe(401)
  expect(await license(license_id, 'Gia')).toMatchObject({ status: 'active' })
})

test('revoking needs the grant support, and a refund the grant finance too', async () => {
  const asset = await assetOnSale(market, { title: 'Pink heron' })
  const { license_id } = await boughtLicense(market, asset.id, { client: 'Ivy' })
  const allowed = async (name: string, grants: Grant[]) => {
    const { id } = await market.person('admin', name)
    await (await market.as('admin'))(setGrants, { params: { id }, body: { grants } })
  }
  await allowed('Only support', ['support'])
  await allowed('Only finance', ['finance'])
  const refused = { status: 403, body: { code: 'missing_grant' } }
  await expect(revoke(license_id, { reason: REASON }, 'Only finance')).rejects.toMatchObject(refused)
  await expect(revoke(license_id, { reason: REASON, refund: true }, 'Only support')).rejects.toMatchObject(refused)
  expect(await license(license_id, 'Ivy')).toMatchObject({ status: 'active' })
  expect(await revoke(license_id, { reason: REASON }, 'Only support')).toMatchObject({ status: 'revoked' })
})

test('admins find a license by title, licensee, email, and certificate number', async () => {
  const asset = await assetOnSale(market, { title: 'Purple quail' })
  const { license_id } = await boughtLicense(market, asset.id, { client: 'Hedda' })
  const { certificate_number } = await license(license_id, 'Hedda')
  const { email } = await market.person('client', 'Hedda')
  const admin = await market.as('admin')
  for (const q of ['purple', 'hedda', email, certificate_number.toLowerCase(), license_id]) {
    const { items, total } = await admin(listAllLicenses, { query: { q } })
    expect({ q, total, items }).toMatchObject({
      q,
      total: 1,
      items: [{ id: license_id, asset_title: 'Purple quail', licensee: 'Hedda', email }]
    })
  }
  await revoke(license_id)
  expect((await admin(listAllLicenses, { query: { asset_id: asset.id, status: 'revoked' } })).total).toBe(1)
  expect((await admin(listAllLicenses, { query: { asset_id: asset.id, status: 'active' } })).total).toBe(0)
})
