import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLicenses } from '#licensing/contract.ts'
import { acceptTransfer, offerTransfer } from '#licensing/transfer.contract.ts'
import { capturePayment } from '#payments/contract.ts'
import { inviteToSeat, joinSeat, listSeats } from '#subscriptions/seats.contract.ts'
import { givenPlan, nowAs, planOfClient } from '#tests/support/givens/plans.ts'
import { assetOnSale, begunCheckout, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { changeEmail, confirmEmail, undoEmailChange } from '../../own-account.contract.ts'
import { getNews, setNews } from '../../profile.contract.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const as = (name: string) => nowAs(market, 'client', name)
const mailsTo = async (email: string) => (await market.mails()).filter(({ to }) => to === email)
const newOf = (name: string) => `${name.toLowerCase()}-new@example.com`

/** Changes a person's address to `newOf` their name, and returns what undoes it. */
async function moved(name: string): Promise<() => Promise<unknown>> {
  const { email: old } = await market.person('client', name)
  const api = await as(name)
  await api(changeEmail, { body: { email: newOf(name) } })
  const code = (await mailsTo(newOf(name))).flatMap(({ text }) => /\b\d{7}\b/.exec(text) ?? []).at(-1)!
  await api(confirmEmail, { body: { code } })
  const token = (await mailsTo(old)).flatMap(({ text }) => /undo-email\?token=([\w-]+)/.exec(text)?.[1] ?? []).at(-1)!
  return () => market.api(undoEmailChange, { body: { token } })
}

const invite = async (owner: string, email: string) => (await as(owner))(inviteToSeat, { body: { email } })
const join = async (name: string, id: string) => (await as(name))(joinSeat, { params: { id } })
const seats = async (owner: string) =>
  (await (await as(owner))(listSeats, {})).items.map(({ email, status }) => [email, status]).filter(([, status]) => status !== 'owner')

test('a seat in a team follows, and goes back with the undo', async () => {
  await givenPlan(market, 'Owner', { plan_name: 'Team' })
  const { email } = await market.person('client', 'Mate')
  await join('Mate', (await invite('Owner', email)).id)
  const undo = await moved('Mate')
  expect(await seats('Owner')).toEqual([[newOf('Mate'), 'joined']])
  expect(await planOfClient(market, 'Mate')).toMatchObject({ role: 'member', is_active: true })
  await undo()
  expect(await seats('Owner')).toEqual([[email, 'joined']])
  expect(await planOfClient(market, 'Mate')).toMatchObject({ role: 'member', is_active: true })
})

test('an invitation follows, and can still be accepted', async () => {
  await givenPlan(market, 'Inviter', { plan_name: 'Team' })
  const { email } = await market.person('client', 'Guest')
  const { id } = await invite('Inviter', email)
  await moved('Guest')
  expect(await seats('Inviter')).toEqual([[newOf('Guest'), 'invited']])
  await join('Guest', id)
  expect(await seats('Inviter')).toEqual([[newOf('Guest'), 'joined']])
})

test('a team keeps one seat for a person who had two: the one that they joined', async () => {
  await givenPlan(market, 'Doubler', { plan_name: 'Team' })
  const { email } = await market.person('client', 'Double')
  await join('Double', (await invite('Doubler', email)).id)
  await invite('Doubler', newOf('Double'))
  await moved('Double')
  expect(await seats('Doubler')).toEqual([[newOf('Double'), 'joined']])
})

test('an owner who takes an address that they invited has one seat', async () => {
  await givenPlan(market, 'Boss', { plan_name: 'Team' })
  await invite('Boss', newOf('Boss'))
  await moved('Boss')
  expect(await seats('Boss')).toEqual([])
})

test('a license that was offered to the old address is accepted with the new one', async () => {
  const { email } = await market.person('client', 'Heir')
  const offered = async () => {
    const { license_id: id } = await boughtLicense(market, (await assetOnSale(market)).id, { client: 'Giver', type: 'commercial' })
    await (await as('Giver'))(offerTransfer, { params: { id }, body: { email } })
    const mail = (await mailsTo(email)).findLast(({ subject }) => subject.includes('waiting'))
    return { token: /\/licenses\/transfers\/([\w-]+)/.exec(mail!.text)![1]! }
  }
  const [first, second] = [await offered(), await offered()]
  const undo = await moved('Heir')
  expect(await (await as('Heir'))(acceptTransfer, { params: first })).toMatchObject({ status: 'active', licensee: 'Heir' })
  await undo()
  expect(await (await as('Heir'))(acceptTransfer, { params: second })).toMatchObject({ status: 'active', licensee: 'Heir' })
})

test('a checkout that was open gives the license, and the receipt goes to the new address', async () => {
  const { id: asset_id } = await assetOnSale(market)
  const { payment_id, provider_order_id } = await begunCheckout(market, asset_id, { client: 'Buyer' })
  await market.approve(provider_order_id)
  const undo = await moved('Buyer')
  await (await as('Buyer'))(capturePayment, { params: { payment_id }, body: {} })
  await market.webhooksDone()
  const held = async () => (await (await as('Buyer'))(listLicenses, { query: { asset_id } })).total
  expect(await held()).toBe(1)
  const { email } = await market.person('client', 'Buyer')
  const receipts = async (to: string) => (await mailsTo(to)).filter(({ text }) => text.includes('receipt')).length
  expect([await receipts(newOf('Buyer')), await receipts(email)]).toEqual([1, 0])
  await undo()
  expect(await held()).toBe(1)
})

test('the consent to news follows, and goes back with the undo', async () => {
  await (await as('Reader'))(setNews, { body: { agrees: true } })
  const undo = await moved('Reader')
  expect(await (await as('Reader'))(getNews, {})).toMatchObject({ agrees: true })
  await undo()
  expect(await (await as('Reader'))(getNews, {})).toMatchObject({ agrees: true })
  const rows = await market.db.selectFrom('marketing.consent').select('email').where('email', 'like', 'reader-%').execute()
  expect(rows).toEqual([{ email: (await market.person('client', 'Reader')).email }])
})
