import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn, spend, type Tx } from '#platform/server/index.ts'
import { type Billing, type readBilling, refusals, type saveBilling, type TypedBilling } from '../../contract.ts'
import { stateOf } from '../../places.rules.ts'
import { TEXTS } from '../../rules.ts'
import { eraseBuyer } from '../documents/documents.queries.ts'
import * as queries from './billing.queries.ts'
import { readTaxNumber } from './tax-number.ts'

const NOTHING: Billing = {
  company: null,
  address_line1: null,
  address_line2: null,
  city: null,
  postal_code: null,
  state: null,
  country: null,
  tax_number: null
}

export async function read(ctx: Ctx): Promise<Answer<typeof readBilling>> {
  return (await queries.findBilling(ctx.db, signedIn(ctx).id)) ?? NOTHING
}

const CHANGES_PER_HOUR = 60

export async function save(ctx: Ctx, typed: TypedBilling): Promise<Answer<typeof saveBilling>> {
  await spend(ctx, { key: `invoicing.billing.${signedIn(ctx).id}`, most: CHANGES_PER_HOUR, seconds: 3600 })
  const details = requireDetails(typed)
  return queries.upsertBilling(ctx.db, { ...details, user_id: signedIn(ctx).id, updated_at: ctx.now })
}

/** Returns the details with the state and the tax number in their usual form. Refuses those that the country does not have. */
export function requireDetails(typed: TypedBilling): TypedBilling {
  const state = stateOf(typed.country, typed.state ?? '')
  const tax_number = typed.tax_number && readTaxNumber(typed.country, typed.tax_number)
  const fields = {
    ...(state === null && { state: TEXTS.state }),
    ...(tax_number === undefined && { tax_number: typed.country === 'US' ? TEXTS.ein : TEXTS.tax_number })
  }
  if (state === null || tax_number === undefined) throw refuse(refusals, 'wrong_billing', { fields })
  return { ...typed, state: state || null, tax_number }
}

/** Erases a person's billing details, and who they are from their invoices. The country and the state stay: they explain the tax. */
export async function eraseBilling({ db }: Ctx<Tx>, { id }: { id: string }): Promise<void> {
  await queries.deleteBilling(db, id)
  await eraseBuyer(db, id)
}
