import { audit } from '#accounts/server/index.ts'
import { inDollars, type Received } from '#platform/contract/index.ts'
import { type CsvRow, type Ctx, csvOf, refuse, signedIn } from '#platform/server/index.ts'
import type { subscriptionsCsv } from '../admin.contract.ts'
import { refusals } from '../contract.ts'
import { CSV_MAX } from '../rules.ts'
import * as listed from './admin.queries.ts'
import { isOpenNow, stateNow } from './life.service.ts'

type Row = NonNullable<Awaited<ReturnType<typeof listed.findOne>>>

/** Returns all subscriptions that match the filters as CSV, newest first. Refuses more than CSV_MAX. */
export async function exportCsv(ctx: Ctx, { query }: Received<typeof subscriptionsCsv>): Promise<string> {
  const rows = await listed.findListed(ctx.db, { ...query, now: ctx.now, page: 1, page_size: CSV_MAX + 1 })
  if (rows.length > CSV_MAX) throw refuse(refusals, 'too_many_lines')
  await audit(ctx.db, {
    ...{ actor_id: signedIn(ctx).id, action: 'subscription.exported', subject_kind: 'report', subject: 'subscriptions' },
    details: { rows: rows.length }
  })
  return csvOf(
    CSV_COLUMNS,
    rows.map((row) => csvRow(row, ctx.now))
  )
}

const CSV_COLUMNS = [
  ...['id', 'client', 'email', 'plan', 'plan_type', 'price_usd', 'status', 'active', 'renews', 'source', 'downloads_limit', 'seats'],
  ...['started_at', 'expires_at', 'created_at']
]

const csvRow = (row: Row, now: Date): CsvRow => ({
  id: row.id,
  client: row.user_name,
  email: row.user_email,
  plan: row.plan_name,
  plan_type: row.plan_type,
  price_usd: inDollars(row.price_cents).toFixed(2),
  status: stateNow(row, now),
  active: isOpenNow(row, now) ? 'yes' : 'no',
  renews: isOpenNow(row, now) && row.auto_renew ? 'yes' : 'no',
  source: row.source,
  downloads_limit: row.downloads_limit,
  seats: row.seats,
  started_at: row.started_at?.toISOString() ?? null,
  expires_at: row.period_ends_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString()
})
