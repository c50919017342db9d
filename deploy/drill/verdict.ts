import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import '#licensing/server/tables.ts'
import '#payments/server/tables.ts'
import type { Db } from '#platform/database/connect.ts'
import { Store } from '#sandbox/paypal/store.ts'
import { databaseUrls, type Plan } from '../reference/plan.ts'
import type { Purchase } from './buyers.ts'

/** Payments that only the reconciliation finds are asked about every 5 minutes. */
const RECONCILED_MS = 400_000
const EVERY_MS = 3000

/** Returns the purchases whose buyer was told of a license that does not exist. */
export async function lostPurchases(db: Db, purchases: readonly Purchase[]): Promise<Purchase[]> {
  const told = purchases.filter(({ license_id }) => license_id)
  if (told.length === 0) return []
  const ids = told.map(({ license_id = '' }) => license_id)
  const rows = await db.selectFrom('licensing.license').select(['id', 'client_id', 'asset_id', 'status']).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return told.filter(({ license_id = '', buyer_id, asset_id }) => {
    const row = byId.get(license_id)
    return row?.client_id !== buyer_id || row.asset_id !== asset_id || row.status !== 'active'
  })
}

/** Returns the captures at PayPal for which we have no captured payment. Waits for the reconciliation to find them. */
export async function unknownCaptures(plan: Plan, db: Db): Promise<string[]> {
  const store = new Store(join(plan.folder, 'paypal-sandbox.sqlite'))
  try {
    for (const until = Date.now() + RECONCILED_MS; ; await wait(EVERY_MS)) {
      const captures = store.list('capture').filter(({ refused, order_id }) => !refused && order_id)
      const rows = await db
        .selectFrom('payments.payment')
        .select(['provider_capture_id', 'state'])
        .where('provider_capture_id', 'is not', null)
        .execute()
      const known = new Set(rows.filter(({ state }) => state === 'captured' || state === 'refunded').map((row) => row.provider_capture_id))
      const missing = captures.filter(({ id }) => !known.has(id)).map(({ id }) => id)
      if (missing.length === 0 || Date.now() > until) return missing
    }
  } finally {
    store.close()
  }
}

/** Runs `npm run ledger:verify`. Returns what it says if the books do not balance. */
export function problemOfBooks(plan: Plan): string | undefined {
  const env = { ...process.env, DATABASE_URL: databaseUrls(plan).session, DATA_DIR: join(plan.folder, 'drill') }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['processes/commands/verify-ledger.ts'], { env, encoding: 'utf8' })
  return status === 0 ? undefined : `${stdout}${stderr}`.trim()
}
