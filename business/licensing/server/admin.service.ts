import { audit, findReachableUser } from '#accounts/server/index.ts'
import { followRefund, requestRefund } from '#payments/server/index.ts'
import { type Answer, inDollars, type Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, missingGrant, Refusal, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import type { ListedLicense, listAllLicenses, revokeLicense } from '../admin.contract.ts'
import { type License, refusals } from '../contract.ts'
import { revokedMail } from '../mails/revoked-mail.tsx'
import { countAllLicenses, findAllLicenses } from './admin.queries.ts'
import { publishLicenses } from './license-events.ts'
import { findLinesOfPayment } from './orders/orders.queries.ts'
import * as queries from './queries.ts'
import { updateRevokedLicense } from './revoke.queries.ts'
import { presentLicenses } from './service.ts'

export async function listAll({ db }: Ctx, { query }: Received<typeof listAllLicenses>): Promise<Answer<typeof listAllLicenses>> {
  const { page, page_size, ...filter } = query
  const [rows, total] = [await findAllLicenses(db, query), await countAllLicenses(db, filter)]
  return { items: rows.map(present), total, page, page_size }
}

const present = ({ created_at, ended_at, price_cents, ...row }: Awaited<ReturnType<typeof findAllLicenses>>[number]): ListedLicense => ({
  ...row,
  licensee: row.licensee_name,
  from_plan: row.subscription_id !== null,
  price: inDollars(price_cents),
  price_cents,
  created_at: created_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null
})

type Row = NonNullable<Awaited<ReturnType<typeof queries.findLicense>>>
type Revocation = Received<typeof revokeLicense>['body']

/**
 * Revokes a license once and mails the licensee. The refund is recorded in the same transaction and then sent to PayPal. If PayPal refuses it,
 * the license stays revoked, and the refund can be tried again from the payment.
 */
export async function revoke(ctx: Ctx, { params, body }: Received<typeof revokeLicense>): Promise<License> {
  if (body.refund && !signedIn(ctx).grants.includes('finance')) throw missingGrant(['finance'])
  const license = await queries.findLicense(ctx.db, params.id)
  if (!license) throw refuse(refusals, 'license_not_found')
  const requested = await inTransaction(ctx, (open) => record(open, license, body))
  if (requested) await follow(ctx, requested)
  const [revoked] = await presentLicenses(ctx, [{ ...license, ...(await queries.findLicense(ctx.db, license.id)) }])
  if (!revoked) throw refuse(refusals, 'license_not_found')
  return revoked
}

/** Locks the payment before the license, as a refund does. */
async function record(open: Ctx<Tx>, license: Row, { reason, refund }: Revocation) {
  const { db, now } = open
  if (license.status === 'revoked') throw refuse(refusals, 'license_revoked')
  if (refund && license.payment_id === null) throw refuse(refusals, 'nothing_paid')
  const requested =
    refund && license.payment_id ? await requestRefund(open, license.payment_id, await wishOf(open, license, reason)) : undefined
  const revoked = await updateRevokedLicense(db, license.id, now)
  if (!revoked) throw refuse(refusals, 'license_revoked')
  await publishLicenses(open, 'license.revoked', revoked)
  const { id, asset_title: title, certificate_number } = license
  await audit(db, {
    actor_id: signedIn(open).id,
    action: 'license.revoked',
    subject_kind: 'license',
    subject: id,
    details: { title, certificate_number, reason, refund }
  })
  await sendMail(open, license, reason)
  return requested
}

/** A license of an order with others is refunded alone. */
async function wishOf({ db }: Ctx<Tx>, { id, payment_id }: Row, reason: string) {
  const lines = payment_id ? await findLinesOfPayment(db, payment_id) : []
  const line_ids = lines.filter(({ license_id }) => license_id === id).map((line) => line.id)
  return lines.length > 1 ? { reason, line_ids } : { reason }
}

async function sendMail({ db, now, ports }: Ctx<Tx>, license: Row, reason: string): Promise<void> {
  const licensee = await findReachableUser(db, license.plan_owner_id ?? license.client_id)
  if (!licensee) return
  const mail = await revokedMail({ sender: ports.settings, name: licensee.name, license, reason, revoked_at: now })
  await ports.mail.send(db, { to: licensee.email, ...mail })
}

async function follow(ctx: Ctx, requested: Parameters<typeof followRefund>[1]): Promise<void> {
  try {
    await followRefund(ctx, requested)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw refuse(refusals, 'refund_refused', { message: `The license is revoked, but its payment was not refunded. ${error.message}` })
  }
}
