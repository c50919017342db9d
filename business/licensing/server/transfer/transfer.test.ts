import { afterAll, beforeAll, expect, test } from 'vitest'
import { setStatus } from '#accounts/users.contract.ts'
import { refundPayment } from '#payments/admin.contract.ts'
import { nowAs } from '#tests/support/givens/plans.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { listLicenses, readLicense, verifyCertificate } from '../../contract.ts'
import type { LicenseType } from '../../rules.ts'
import { acceptTransfer, offerTransfer, readTransfer, withdrawTransfer } from '../../transfer.contract.ts'
import { TRANSFER_DAYS } from '../../transfer.rules.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const as = (name: string) => nowAs(market, 'client', name)
const emailOf = async (name: string) => (await market.person('client', name)).email

async function bought(client: string, type: LicenseType = 'commercial') {
  const asset = await assetOnSale(market)
  return { ...(await boughtLicense(market, asset.id, { client, type })), asset_id: asset.id }
}

const offer = async (from: string, id: string, email: string) => (await as(from))(offerTransfer, { params: { id }, body: { email } })

/** Returns the token of the link in the last mail to the person. */
async function tokenFor(name: string): Promise<string> {
  const email = await emailOf(name)
  const mail = (await market.mails()).findLast(({ to, subject }) => to === email && subject.includes('waiting'))
  return /\/licenses\/transfers\/([\w-]+)/.exec(mail?.text ?? '')![1]!
}

const accept = async (name: string, token: string) => (await as(name))(acceptTransfer, { params: { token } })
const license = async (name: string, id: string) => (await as(name))(readLicense, { params: { id } })

test('a transferred license ends for its sender, and the recipient has one with a certificate of its own', async () => {
  const { license_id, asset_id } = await bought('Ann', 'extended')
  const before = await license('Ann', license_id)
  await offer('Ann', license_id, await emailOf('Bea'))
  expect(await license('Ann', license_id)).toMatchObject({ status: 'active', offered_to: await emailOf('Bea') })
  const [notice, ...others] = (await market.mails()).filter(({ subject }) => subject.startsWith('You offered'))
  expect([others.length, notice?.to]).toEqual([0, await emailOf('Ann')])
  for (const told of [await emailOf('Bea'), before.certificate_number, 'Open until', 'Withdraw', `/client/licenses/${license_id}/transfer`])
    expect(notice?.text).toContain(told)
  const token = await tokenFor('Bea')
  expect(await market.api(readTransfer, { params: { token } })).toMatchObject({
    state: 'offered',
    sender: 'Ann',
    license_type: 'extended',
    is_for_caller: false
  })
  await expect(accept('Cleo', token)).rejects.toMatchObject({ status: 409, body: { code: 'other_address' } })

  const given = await accept('Bea', token)
  const { terms_version, asset_title } = before
  expect(given).toMatchObject({
    asset_id,
    terms_version,
    asset_title,
    licensee: 'Bea',
    status: 'active',
    price_cents: 0,
    payment_id: null,
    was_transferred: true
  })
  const ended = await license('Ann', license_id)
  expect(ended).toMatchObject({ status: 'transferred', license_file_url: null, offered_to: null, licensee: 'Ann' })
  const { token: session } = await market.person('client', 'Ann')
  const certificate = { url: `/api/licenses/${license_id}/certificate`, headers: { authorization: `Bearer ${session}` } }
  expect((await market.app.inject(certificate)).statusCode).toBe(409)

  const verify = (certificate_number: string) => market.api(verifyCertificate, { params: { certificate_number } })
  const [old, next] = [before.certificate_number, given.certificate_number]
  expect(await verify(old)).toMatchObject({ valid: false, status: 'transferred', transferred_from: null, transferred_to: next })
  expect(await verify(next)).toMatchObject({ valid: true, status: 'active', transferred_from: old, transferred_to: null })
  const mails = await market.mails()
  for (const [name, subject] of [
    ['Ann', 'was transferred'],
    ['Bea', 'is yours']
  ] as const) {
    const email = await emailOf(name)
    expect(mails.filter((mail) => mail.to === email && mail.subject.includes(subject))).toHaveLength(1)
  }

  await expect(accept('Bea', token)).rejects.toMatchObject({ status: 409, body: { code: 'transfer_over' } })
  await expect(offer('Ann', license_id, await emailOf('Cleo'))).rejects.toMatchObject({ status: 409, body: { code: 'license_not_active' } })
  await expect(offer('Bea', given.id, await emailOf('Cleo'))).rejects.toMatchObject({ status: 409, body: { code: 'transferred_before' } })
})

test('an offer that is accepted many times at once gives one license', async () => {
  const { license_id, asset_id } = await bought('Dan')
  await offer('Dan', license_id, await emailOf('Eva'))
  const token = await tokenFor('Eva')
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => accept('Eva', token)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await (await as('Eva'))(listLicenses, { query: { asset_id } })).total).toBe(1)
})

test.each([
  ['a personal license', 'personal', 'someone@example.com', 409, 'personal_license'],
  ['to oneself', 'commercial', 'fay-client@example.com', 409, 'own_address'],
  ['to a bad address', 'commercial', 'someone', 422, 'invalid_fields']
] as const)('%s cannot be transferred', async (_what, type, email, status, code) => {
  const { license_id } = await bought('Fay', type)
  await expect(offer('Fay', license_id, email)).rejects.toMatchObject({ status, body: { code } })
})

test('only its owner offers a license, to one person at a time, and may take the offer back', async () => {
  const { license_id } = await bought('Gil')
  await expect(offer('Hal', license_id, 'someone@example.com')).rejects.toMatchObject({ status: 404 })
  await offer('Gil', license_id, await emailOf('Ida'))
  const token = await tokenFor('Ida')
  await expect(offer('Gil', license_id, 'another@example.com')).rejects.toMatchObject({ status: 409, body: { code: 'already_offered' } })
  await (await as('Gil'))(withdrawTransfer, { params: { id: license_id } })
  await expect(accept('Ida', token)).rejects.toMatchObject({ status: 409, body: { code: 'transfer_over' } })
  await offer('Gil', license_id, await emailOf('Ida'))
  const later = new Date(market.now().getTime() + TRANSFER_DAYS * 86_400_000)
  const start = market.now()
  const second = await tokenFor('Ida')
  market.at(later.toISOString())
  await expect(accept('Ida', second)).rejects.toMatchObject({ status: 409, body: { code: 'transfer_over' } })
  await offer('Gil', license_id, await emailOf('Ida'))
  market.at(start.toISOString())
})

test('the open offers of a person end when the account is deactivated, and do not come back with it', async () => {
  const { license_id } = await bought('Lea')
  await offer('Lea', license_id, await emailOf('Max'))
  const token = await tokenFor('Max')
  const { id } = await market.person('client', 'Lea')
  const admin = await nowAs(market, 'admin')
  for (const is_active of [false, true]) {
    await admin(setStatus, { params: { id }, body: { is_active } })
    await expect(accept('Max', token)).rejects.toMatchObject({ status: 409, body: { code: 'transfer_over' } })
  }
  expect(await license('Lea', license_id)).toMatchObject({ status: 'active', offered_to: null })
})

test('a refund of the payment revokes the license that came from it, whoever holds it', async () => {
  const { license_id, payment_id } = await bought('Jon')
  await offer('Jon', license_id, await emailOf('Kay'))
  const given = await accept('Kay', await tokenFor('Kay'))
  const admin = await nowAs(market, 'admin')
  await admin(refundPayment, { params: { id: payment_id }, body: { reason: 'Paid twice' } })
  await market.webhooksDone()
  expect(await license('Kay', given.id)).toMatchObject({ status: 'revoked' })
})
