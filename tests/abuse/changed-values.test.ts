import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSynonyms, deleteSynonyms, editSynonyms } from '#catalogue/search.contract.ts'
import { deleteWageRule, setWageRule } from '#payroll/contract.ts'
import type { Api } from '#platform/web/api.ts'
import { editAsset, setFree } from '#submissions/review.contract.ts'
import { extendSubscription, setSubscriptionPrice } from '#subscriptions/admin.contract.ts'
import { givenAsset } from '../support/givens/catalogue.ts'
import { givenPlan } from '../support/givens/plans.ts'
import { freshMarket, type Market } from '../support/givens/sales.ts'

let market: Market
let admin: Api
beforeAll(async () => {
  market = await freshMarket()
  admin = await market.as('admin')
})
afterAll(() => market.end())

const entriesAfter = (id: number) =>
  market.db.selectFrom('accounts.audit_entry').select(['id', 'action', 'subject', 'details']).where('id', '>', id).orderBy('id').execute()

/** Makes a change and returns the entries that it left in the audit log. */
async function entriesOf(change: () => Promise<unknown>) {
  const last = (await entriesAfter(0)).at(-1)?.id ?? 0
  await change()
  return entriesAfter(last)
}

describe('an entry shows each changed value before and after', () => {
  const changeOf = async (change: () => Promise<unknown>) =>
    (await entriesOf(change)).map(({ action, subject, details }) => ({ action, subject, details }))
  const rule = (more: object) => () => admin(setWageRule, { body: { category: 'logo', wage: '4', license_price: '10', ...more } })

  test('wages and license prices', async () => {
    const of = { subject: 'logo' }
    expect(await changeOf(rule({ notes: 'New' }))).toEqual([
      { ...of, action: 'wage_rule.added', details: { before: {}, after: { wage_cents: 400, license_price_cents: 1000, notes: 'New' } } }
    ])
    expect(await changeOf(rule({ license_price: '12.50' }))).toEqual([
      { ...of, action: 'wage_rule.changed', details: { before: { license_price_cents: 1000 }, after: { license_price_cents: 1250 } } }
    ])
    expect(await changeOf(rule({ wage: '5', license_price: '12.50' }))).toEqual([
      { ...of, action: 'wage_rule.changed', details: { before: { wage_cents: 400 }, after: { wage_cents: 500 } } }
    ])
    expect(await changeOf(rule({ wage: '5', license_price: '12.50' }))).toEqual([])
    expect(await changeOf(() => admin(deleteWageRule, { params: { category: 'logo' } }))).toEqual([
      { ...of, action: 'wage_rule.deleted', details: { before: { wage_cents: 500, license_price_cents: 1250, notes: 'New' }, after: {} } }
    ])
    expect((await changeOf(rule({})))[0]).toMatchObject({ action: 'wage_rule.added', details: { before: {} } })
  })

  test('free periods', async () => {
    const { id, title } = await givenAsset(market)
    const free_ends_at = '2026-04-01T00:00:00.000Z'
    const free = (more: object) => () => admin(setFree, { params: { id }, body: more })
    expect(await changeOf(free({ is_free: true, free_ends_at }))).toEqual([
      {
        action: 'asset.free_changed',
        subject: id,
        details: { title, before: { is_free: false, free_ends_at: null }, after: { is_free: true, free_ends_at } }
      }
    ])
    expect(await changeOf(free({ is_free: true, free_ends_at }))).toEqual([])
  })

  test('fields of an asset', async () => {
    const { id, title } = await givenAsset(market, { tags: ['fox'] })
    const edit = { title: 'Blue fox', category: 'icon' as const, tags: ['fox', 'blue'] }
    expect(await changeOf(() => admin(editAsset, { params: { id }, body: edit }))).toEqual([
      {
        action: 'asset.edited',
        subject: id,
        details: { title, before: { title, category: 'illustration', tags: ['fox'] }, after: edit }
      }
    ])
  })

  test('synonyms', async () => {
    const { id } = await admin(addSynonyms, { body: { words: ['boat', 'ship'], one_way: false } })
    const edit = { words: ['boat', 'vessel'], one_way: false }
    expect(await changeOf(() => admin(editSynonyms, { params: { id }, body: edit }))).toEqual([
      {
        action: 'synonyms.changed',
        subject: id,
        details: { words: edit.words, before: { words: ['boat', 'ship'] }, after: { words: edit.words } }
      }
    ])
    expect((await changeOf(() => admin(deleteSynonyms, { params: { id } })))[0]).toMatchObject({
      action: 'synonyms.deleted',
      details: { before: edit, after: {} }
    })
  })

  test('prices and periods of subscriptions', async () => {
    const { id, expires_at } = await givenPlan(market, 'client')
    const [priced] = await changeOf(() => admin(setSubscriptionPrice, { params: { id }, body: { price: '15' } }))
    expect(priced?.details).toMatchObject({ before: { price_cents: 1900 }, after: { price_cents: 1500 } })
    const [extended] = await changeOf(() => admin(extendSubscription, { params: { id }, body: { days: 30 } }))
    expect(extended?.details).toMatchObject({ before: { period_ends_at: expires_at }, after: { period_ends_at: expect.any(String) } })
  })
})
