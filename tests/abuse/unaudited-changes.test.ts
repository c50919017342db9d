import { afterAll, beforeAll, expect, test } from 'vitest'
import { addExpense, reverseExpense } from '#accounting/contract.ts'
import { auditLog } from '#accounts/audit.contract.ts'
import { resetSecondFactor } from '#accounts/security.contract.ts'
import { deleteUser, setGrants, setRole, setStatus, signOutUser } from '#accounts/users.contract.ts'
import { changeApplicant, deleteApplicant, markApplicants } from '#careers/contract.ts'
import * as featured from '#catalogue/featured.contract.ts'
import { addTrademark, deleteTrademark } from '#catalogue/findings.contract.ts'
import { addSynonyms, deleteSearchMiss, deleteSynonyms, editSynonyms } from '#catalogue/search.contract.ts'
import { counterClaim } from '#claims/contract.ts'
import { recordSuit, resumeUploads } from '#claims/desk.contract.ts'
import { limitKey } from '#developers/keys.contract.ts'
import { listContactMessages, markContactMessage, sendContact } from '#help/contract.ts'
import { setTaxRate } from '#invoicing/admin.contract.ts'
import { revokeLicense } from '#licensing/admin.contract.ts'
import { deleteFailedJob, processEventAgain, runJobAgain } from '#operations/contract.ts'
import { refundPayment } from '#payments/admin.contract.ts'
import { approve, changeSettings, readSettings, refuseApproval } from '#payroll/approvals.contract.ts'
import { deleteWageRule, setWageRule } from '#payroll/contract.ts'
import { reversePayout } from '#payroll/payouts.contract.ts'
import type { Api } from '#platform/web/api.ts'
import { decideRequest } from '#requests/desk.contract.ts'
import { decideAppeal, makeAppeal } from '#submissions/appeals.contract.ts'
import { deleteAsset } from '#submissions/contract.ts'
import { decideAsset, decideAssets, editAsset, releaseAsset, setFree, withholdAsset } from '#submissions/review.contract.ts'
import {
  activateSubscription,
  cancelSubscription,
  convertSubscription,
  createSubscription,
  extendSubscription,
  setSubscriptionPrice
} from '#subscriptions/admin.contract.ts'
import { givenAsset } from '../support/givens/catalogue.ts'
import { COUNTER_NOTICE, decide, givenClaim, givenPausedArtist } from '../support/givens/claims.ts'
import { givenKey } from '../support/givens/keys.ts'
import { announcementChanges } from '../support/givens/news.ts'
import { couponChanges } from '../support/givens/orders.ts'
import { givenPlan } from '../support/givens/plans.ts'
import { givenRequest } from '../support/givens/requests.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '../support/givens/sales.ts'
import { givenPasskey } from '../support/givens/second-factors.ts'
import { givenApplicant, givenApproval, givenFailedJob, givenPayout } from '../support/givens/staff.ts'
import { uploadedAsset } from '../support/givens/submissions.ts'
import { EXCEPTIONS, WITHOUT_FIELDS } from './unaudited-exceptions.ts'

let market: Market
let admin: Api
let admin_id: string
beforeAll(async () => {
  market = await freshMarket()
  admin = await market.as('admin')
  admin_id = (await market.person('admin')).id
})
afterAll(() => market.end())

let last = 0
/** Returns a number that no other row has. */
function fresh(): number {
  last += 1
  return last
}
const clientName = () => `client ${fresh()}`
const someone = async () => market.person('client', clientName())

const applicant = () => givenApplicant(market, `applicant-${fresh()}@example.com`)
const failedJob = () => givenFailedJob(market)
const payout = () => givenPayout(market, admin)
const askedOfAdmin = () => givenApproval(market, { wage: String(fresh()) })

const body = { category: 'vector' as const, wage: '4', license_price: '10' }
const collection = () => admin(featured.addCollection, { body: { title: `Collection ${fresh()}`, summary: 'Chosen.' } })
const trademark = () => admin(addTrademark, { body: { word: `Brand ${fresh()}` } })
const synonyms = () => admin(addSynonyms, { body: { words: ['car', `auto${fresh()}`], one_way: false } })

const spent = { amount: '12.50', category: 'Hosting', occurred_at: '2026-02-20T12:00:00Z' }
const expense = async () => (await admin(addExpense, { body: spent })).item.id
const inactivePlan = async () =>
  (await admin(createSubscription, { body: { user_email: (await someone()).email, plan_type: 'monthly' } })).id
const activePlan = async () => (await givenPlan(market, clientName())).id

async function rejectedAsset(): Promise<string> {
  const { asset_id } = await uploadedAsset(market)
  await admin(decideAsset, { params: { id: asset_id }, body: { status: 'rejected' } })
  return asset_id
}

/** Prepares one change as an admin. The function that it returns makes the change. */
const CHANGES: Record<string, () => Promise<() => Promise<unknown>>> = {
  'POST /admin/claims/:id/decide': async () => {
    const { id } = await givenClaim(market, (await givenAsset(market)).id)
    return () => decide(market, id, 'reject')
  },
  'POST /admin/claims/:id/suit': async () => {
    const { id } = await givenClaim(market, (await givenAsset(market)).id)
    await decide(market, id, 'uphold')
    await (await market.as('employee'))(counterClaim, { params: { id }, body: COUNTER_NOTICE })
    return () => admin(recordSuit, { params: { id }, body: { note: 'N.D. Cal. 26-1234' } })
  },
  ...announcementChanges(
    () => market,
    () => admin
  ),
  'POST /admin/appeals/:id/decide': async () => {
    const { asset_id } = await uploadedAsset(market)
    await (await market.as('admin', 'other'))(decideAsset, { params: { id: asset_id }, body: { status: 'rejected' } })
    const { id } = await (await market.as('employee'))(makeAppeal, { params: { id: asset_id }, body: { message: 'Please look again.' } })
    return () => admin(decideAppeal, { params: { id }, body: { decision: 'uphold', message: 'It stays.' } })
  },
  'POST /admin/users/:id/resume-uploads': async () => {
    const id = await givenPausedArtist(market, `artist ${fresh()}`)
    return () => admin(resumeUploads, { params: { id }, body: { reason: 'We talked.' } })
  },
  'POST /admin/tax-rates': async () => () => admin(setTaxRate, { body: { country: 'US', state: 'CA', rate: 8.25, from: '2026-01-01' } }),
  'POST /admin/expenses': async () => expense,
  'POST /admin/expenses/:id/reverse': async () => {
    const id = await expense()
    return () => admin(reverseExpense, { params: { id }, body: { reason: 'Booked twice' } })
  },
  'PUT /admin/users/:id/role': async () => {
    const { id } = await someone()
    return () => admin(setRole, { params: { id }, body: { role: 'employee' } })
  },
  'PUT /admin/users/:id/status': async () => {
    const { id } = await someone()
    return () => admin(setStatus, { params: { id }, body: { is_active: false } })
  },
  'POST /admin/users/:id/sign-out': async () => {
    const { id } = await someone()
    return () => admin(signOutUser, { params: { id } })
  },
  'DELETE /admin/users/:id': async () => {
    const { id } = await someone()
    return () => admin(deleteUser, { params: { id } })
  },
  'PUT /admin/applicants/:id': async () => {
    const id = await applicant()
    return () => admin(changeApplicant, { params: { id }, body: { notes: 'Draws well.' } })
  },
  'POST /admin/applicants/bulk-status': async () => {
    const id = await applicant()
    return () => admin(markApplicants, { body: { ids: [id], status: 'in_review' } })
  },
  'DELETE /admin/applicants/:id': async () => {
    const id = await applicant()
    return () => admin(deleteApplicant, { params: { id } })
  },
  'POST /admin/featured-collections': async () => collection,
  'PATCH /admin/featured-collections/:id': async () => {
    const { id } = await collection()
    return () => admin(featured.editCollection, { params: { id }, body: { summary: 'Chosen again.' } })
  },
  'PUT /admin/featured-collections/:id/works': async () => {
    const [{ id, version }, asset] = [await collection(), await givenAsset(market)]
    return () => admin(featured.chooseWorks, { params: { id }, body: { asset_ids: [asset.id], version } })
  },
  'PUT /admin/featured-collections/order': async () => {
    await collection()
    await collection()
    const ids = (await admin(featured.listEditedCollections, {})).items.map(({ id }) => id).toReversed()
    return () => admin(featured.orderCollections, { body: { ids } })
  },
  'DELETE /admin/featured-collections/:id': async () => {
    const { id } = await collection()
    return () => admin(featured.deleteCollection, { params: { id } })
  },
  'POST /admin/trademarks': async () => trademark,
  'DELETE /admin/trademarks/:id': async () => {
    const { id } = await trademark()
    return () => admin(deleteTrademark, { params: { id } })
  },
  'POST /admin/synonyms': async () => synonyms,
  'PATCH /admin/synonyms/:id': async () => {
    const { id } = await synonyms()
    return () => admin(editSynonyms, { params: { id }, body: { words: ['car', 'automobile'], one_way: true } })
  },
  'DELETE /admin/synonyms/:id': async () => {
    const { id } = await synonyms()
    return () => admin(deleteSynonyms, { params: { id } })
  },
  'DELETE /admin/search-misses/:id': async () => {
    const miss = { words: 'purple cow', last_at: market.now() }
    const { id } = await market.db.insertInto('catalogue.search_miss').values(miss).returning('id').executeTakeFirstOrThrow()
    return () => admin(deleteSearchMiss, { params: { id } })
  },
  'PATCH /admin/contact-messages/:id': async () => {
    await market.api(sendContact, { body: { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'May I print it?' } })
    const [message] = (await admin(listContactMessages, { query: {} })).items
    return () => admin(markContactMessage, { params: { id: message!.id }, body: { done: true } })
  },
  'POST /admin/payments/:id/refund': async () => {
    const asset = await assetOnSale(market)
    const { payment_id } = await boughtLicense(market, asset.id, { client: clientName() })
    return () => admin(refundPayment, { params: { id: payment_id }, body: { reason: 'Bought twice' } })
  },
  ...couponChanges(() => admin),
  'PATCH /admin/developers/keys/:id': async () => {
    const { id } = await givenKey(market, await market.person('client', clientName()))
    return () => admin(limitKey, { params: { id }, body: { per_minute: 600 } })
  },
  'POST /admin/wage-rules': async () => () => admin(setWageRule, { body }),
  'DELETE /admin/wage-rules/:category': async () => {
    await admin(setWageRule, { body })
    return () => admin(deleteWageRule, { params: { category: body.category } })
  },
  'POST /admin/payouts': async () => payout,
  'POST /admin/payouts/:id/reverse': async () => {
    const { id } = await payout()
    return () => admin(reversePayout, { params: { id }, body: { reason: 'To a closed account' } })
  },
  'PUT /admin/settings': async () => {
    const { two_person_approval } = await admin(readSettings, {})
    return () => admin(changeSettings, { body: { two_person_approval: !two_person_approval } })
  },
  'POST /admin/approvals/:id/approve': async () => {
    const params = { id: await askedOfAdmin() }
    return () => admin(approve, { params })
  },
  'POST /admin/approvals/:id/refuse': async () => {
    const params = { id: await askedOfAdmin() }
    return () => admin(refuseApproval, { params, body: { reason: 'Not now' } })
  },
  'PUT /admin/users/:id/grants': async () => {
    const { id } = await market.person('admin', `limited ${fresh()}`)
    return () => admin(setGrants, { params: { id }, body: { grants: ['review'] } })
  },
  'PATCH /admin/custom-requests/:id': async () => {
    const { id } = await givenRequest(market, { client: clientName() })
    return () => admin(decideRequest, { params: { id }, body: { status: 'accepted' } })
  },
  'POST /admin/assets/:id/withhold': async () => {
    const { id } = await assetOnSale(market)
    return () => admin(withholdAsset, { params: { id }, body: { reason: 'It was copied.' } })
  },
  'POST /admin/assets/:id/release': async () => {
    const { id } = await assetOnSale(market)
    await admin(withholdAsset, { params: { id }, body: { reason: 'It was copied.' } })
    return () => admin(releaseAsset, { params: { id }, body: { reason: 'It was not.' } })
  },
  'POST /admin/licenses/:id/revoke': async () => {
    const asset = await assetOnSale(market)
    const { license_id } = await boughtLicense(market, asset.id, { client: clientName() })
    return () => admin(revokeLicense, { params: { id: license_id }, body: { reason: 'It was copied.' } })
  },
  'PUT /admin/assets/:id/status': async () => {
    const { asset_id } = await uploadedAsset(market)
    return () => admin(decideAsset, { params: { id: asset_id }, body: { status: 'rejected' } })
  },
  'POST /admin/assets/batch-status': async () => {
    const { asset_id } = await uploadedAsset(market)
    return () => admin(decideAssets, { body: { ids: [asset_id], status: 'rejected' } })
  },
  'PATCH /admin/assets/:id': async () => {
    const { id } = await givenAsset(market)
    return () => admin(editAsset, { params: { id }, body: { title: 'A blue fox' } })
  },
  'PATCH /admin/assets/:id/free': async () => {
    const { id } = await givenAsset(market)
    return () => admin(setFree, { params: { id }, body: { is_free: true } })
  },
  'DELETE /assets/:id': async () => {
    const id = await rejectedAsset()
    return () => admin(deleteAsset, { params: { id }, query: {} })
  },
  'POST /admin/subscriptions': async () => inactivePlan,
  'POST /admin/subscriptions/:id/activate': async () => {
    const id = await inactivePlan()
    return () => admin(activateSubscription, { params: { id } })
  },
  'POST /admin/subscriptions/:id/cancel': async () => {
    const id = await activePlan()
    return () => admin(cancelSubscription, { params: { id } })
  },
  'POST /admin/subscriptions/:id/extend': async () => {
    const id = await activePlan()
    return () => admin(extendSubscription, { params: { id }, body: { days: 30 } })
  },
  'POST /admin/subscriptions/:id/convert': async () => {
    const id = await activePlan()
    return () => admin(convertSubscription, { params: { id }, body: { plan_type: 'yearly' } })
  },
  'POST /admin/operations/jobs/:id/run-again': async () => {
    const id = await failedJob()
    return () => admin(runJobAgain, { params: { id } })
  },
  'POST /admin/users/:id/reset-second-factor': async () => {
    const name = `Reset ${fresh()}`
    await givenPasskey(market, await market.as('client', name))
    const { id } = await market.person('client', name)
    return () => admin(resetSecondFactor, { params: { id }, body: { reason: 'Lost phone' } })
  },
  'DELETE /admin/operations/jobs/:id': async () => {
    const id = await failedJob()
    return () => admin(deleteFailedJob, { params: { id } })
  },
  'POST /admin/operations/webhook-events/:id/process-again': async () => {
    const event = { id: `WH-${fresh()}`, event_type: 'CHECKOUT.ORDER.APPROVED', body: '{}', received_at: market.now() }
    await market.db.insertInto('payments.webhook_event').values(event).execute()
    return () => admin(processEventAgain, { params: { id: event.id } })
  },
  'PATCH /admin/subscriptions/:id': async () => {
    const id = await activePlan()
    return () => admin(setSubscriptionPrice, { params: { id }, body: { price: '15' } })
  }
}

const endpointsOfAdmins = () =>
  [...market.app.mounted.values()]
    .map(({ endpoint }) => endpoint)
    .filter(({ method, access }) => method !== 'GET' && Array.isArray(access) && access.includes('admin'))
    .map(({ method, path }) => `${method} ${path}`)

test('every endpoint with which an admin changes something is tried here or has a reason', () => {
  expect(Object.keys({ ...CHANGES, ...EXCEPTIONS }).toSorted()).toEqual(endpointsOfAdmins().toSorted())
})

const entriesAfter = (id: number) =>
  market.db
    .selectFrom('accounts.audit_entry')
    .select(['id', 'actor_id', 'action', 'subject', 'details'])
    .where('id', '>', id)
    .orderBy('id')
    .execute()

/** Makes a change and returns the entries that it left in the audit log. */
async function entriesOf(change: () => Promise<unknown>) {
  const last = (await entriesAfter(0)).at(-1)?.id ?? 0
  await change()
  return entriesAfter(last)
}

test.each(Object.keys(CHANGES))('%s leaves an entry with the admin’s name in the audit log', async (name) => {
  const change = await CHANGES[name]!()
  const entries = await entriesOf(change)
  expect(entries.map(({ actor_id }) => actor_id)).toContain(admin_id)
  const { items } = await admin(auditLog, { query: { page_size: 100 } })
  const shown = items.filter(({ id, actor }) => actor?.id === admin_id && entries.some((entry) => entry.id === id))
  const changed = shown.filter(({ before, after }) => Object.keys({ ...before, ...after }).length > 0)
  expect({ name, shows: changed.length > 0 || WITHOUT_FIELDS.includes(name) }).toEqual({ name, shows: true })
})
