import { audit, changedFields } from '#accounts/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn } from '#platform/server/index.ts'
import { type listTaxRates, refusals, type setTaxRate, type TaxRate } from '../../admin.contract.ts'
import { dayOf } from '../../calendar.ts'
import { stateOf } from '../../places.rules.ts'
import { TEXTS } from '../../rules.ts'
import { percentOf } from '../../tax.rules.ts'
import * as queries from './tax-rates.queries.ts'

type Row = Awaited<ReturnType<typeof queries.findRates>>[number]

/** A place has one rate today: the newest that has begun. */
export async function list({ db, now }: Ctx): Promise<Answer<typeof listTaxRates>> {
  const today = dayOf(now)
  const rows = await queries.findRates(db)
  const seen = new Set<string>()
  const items = rows.map((row) => {
    const place = `${row.country} ${row.state}`
    const in_force = row.starts_on <= today && !seen.has(place)
    if (in_force) seen.add(place)
    return present(row, in_force)
  })
  return { items }
}

const present = ({ id, country, state, per_million, starts_on, created_at }: Row, in_force: boolean): TaxRate => ({
  id,
  country,
  state: state || null,
  rate: percentOf(per_million),
  from: starts_on,
  in_force,
  created_at: created_at.toISOString()
})

/** Sets the rate of a place from a day on. Checkouts that have begun keep the tax that they showed. */
export async function set(ctx: Ctx, { body }: Received<typeof setTaxRate>): Promise<Answer<typeof setTaxRate>> {
  const { country, rate: per_million, from: starts_on } = body
  const state = stateOf(country, body.state ?? '')
  if (state === null) throw refuse(refusals, 'wrong_rate', { fields: { state: TEXTS.state } })
  if (per_million > 0 && ctx.ports.invoicing.seller.tax_number === null) throw refuse(refusals, 'seller_tax_number_missing')
  const created_by = signedIn(ctx).id
  return inTransaction(ctx, async ({ db, now }) => {
    const before = await queries.lockRateOf(db, { country, state, starts_on })
    const row = await queries.upsertRate(db, { country, state, per_million, starts_on, created_at: now, created_by })
    const fields = (rate: Row | undefined) => (rate ? { rate: percentOf(rate.per_million), from: rate.starts_on } : {})
    await audit(db, {
      actor_id: created_by,
      action: before ? 'tax_rate.changed' : 'tax_rate.added',
      subject_kind: 'tax_rate',
      subject: [country, state].filter(Boolean).join(' '),
      details: changedFields(fields(before), fields(row))
    })
    const current = await queries.findRate(db, { country, state }, dayOf(now))
    return present(row, current?.id === row.id)
  })
}
