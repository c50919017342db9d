import { toCents } from '#platform/contract/index.ts'
import type { Ctx, Tx } from '#platform/server/index.ts'
import { licenseRows } from '../checkout/grant.service.ts'
import { SEND_ORDER_RECEIPT, SEND_RECEIPT } from '../jobs.ts'
import { publishLicenses } from '../license-events.ts'
import * as queries from './orders.queries.ts'

type ToGrant = { client_id: string; payment_id: string | null; sold_at: Date; lines: readonly queries.LineRow[] }

type GrantedLine = { line_id: string; license_id: string; asset_id: string; client_id: string }

/** Grants the licenses of all lines. Returns undefined, and grants none, if the client already owns one of them. */
export async function grantLines(ctx: Ctx<Tx>, { client_id, payment_id, sold_at, lines }: ToGrant): Promise<GrantedLine[] | undefined> {
  const { db } = ctx
  const wanted = lines.map(({ asset_id, license_type, price_cents, discount_cents }) => ({
    ...{ client_id, asset_id, license_type, created_at: sold_at },
    // Without tax, like income.
    price_cents: toCents(price_cents - discount_cents)
  }))
  const licenses = await queries.insertLicenses(db, await licenseRows(ctx, wanted, { payment_id }))
  if (licenses.length < lines.length) {
    await queries.deleteLicenses(
      db,
      licenses.map(({ id }) => id)
    )
    return undefined
  }
  const ids = new Map(licenses.map(({ id, asset_id, license_type }) => [`${asset_id} ${license_type}`, id]))
  const granted = lines.map(({ id: line_id, asset_id, license_type }) => ({
    line_id,
    license_id: ids.get(`${asset_id} ${license_type}`)!,
    asset_id,
    client_id
  }))
  await queries.updateGranted(db, granted)
  return granted
}

/** Takes back what grantLines granted in the same transaction. */
export async function undoGrant({ db }: Ctx<Tx>, granted: readonly GrantedLine[]): Promise<void> {
  await queries.updateNotGranted(
    db,
    granted.map(({ line_id }) => line_id)
  )
  await queries.deleteLicenses(
    db,
    granted.map(({ license_id }) => license_id)
  )
}

/** Tells the licensee's webhooks, and lets a job send one receipt for all of them. */
export async function announceGrants(ctx: Ctx<Tx>, order_id: string, granted: readonly GrantedLine[]): Promise<void> {
  const { db, ports } = ctx
  const licenses = granted.map(({ license_id: id, ...line }) => ({ ...line, id, plan_owner_id: null }))
  await publishLicenses(ctx, 'license.granted', licenses)
  const [only] = granted
  if (granted.length === 1 && only) await ports.jobs.send(db, SEND_RECEIPT, { license_id: only.license_id })
  else await ports.jobs.send(db, SEND_ORDER_RECEIPT, { order_id })
}
