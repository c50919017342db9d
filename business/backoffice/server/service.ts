import { lifetimeTotals } from '#accounting/server/index.ts'
import { countByStatus, deskAssets } from '#catalogue/server/index.ts'
import { type Grant, inDollars } from '#platform/contract/index.ts'
import { type Ctx, signedIn } from '#platform/server/index.ts'
import type { Overview, RecentActivity, Waiting } from '../contract.ts'
import * as queries from './queries.ts'

/** Entries of each list of recent activity. */
const RECENT_MAX = 8

export async function showOverview({ db }: Ctx): Promise<Overview> {
  const [users, assets, money] = await Promise.all([queries.countUsers(db), countByStatus(db), lifetimeTotals(db)])
  return {
    users,
    assets,
    earnings: {
      paid_to_employees: inDollars(money.paid_to_employees),
      paid_to_employees_cents: money.paid_to_employees,
      owed_to_employees: inDollars(money.owed_to_employees),
      owed_to_employees_cents: money.owed_to_employees,
      earned_from_clients: inDollars(money.earned_from_clients),
      earned_from_clients_cents: money.earned_from_clients
    }
  }
}

export async function showRecentActivity({ db, now }: Ctx): Promise<RecentActivity> {
  const [signups, { assets }, licenses] = await Promise.all([
    queries.findNewestUsers(db, RECENT_MAX),
    deskAssets(db, now, { page: 1, page_size: RECENT_MAX }),
    queries.findNewestLicenses(db, RECENT_MAX)
  ])
  return {
    recent_signups: signups.map((user) => ({ ...user, created_at: user.created_at.toISOString() })),
    recent_assets: assets,
    recent_licenses: licenses.map(({ created_at, ...license }) => ({
      ...license,
      price: inDollars(license.price_cents),
      created_at: created_at.toISOString()
    }))
  }
}

const NOTHING_WAITS: Waiting = { review: 0, appeals: 0, requests: 0, messages: 0, claims: 0, applicants: 0, assets: 0 }

/** Nothing waits for an admin who may not do it. */
const QUEUE_GRANTS: readonly [queue: keyof Waiting, grant: Grant][] = [
  ['review', 'review'],
  ['appeals', 'review'],
  ['requests', 'support'],
  ['messages', 'support'],
  ['claims', 'support'],
  ['applicants', 'people']
]

export async function showWaiting(ctx: Ctx): Promise<Waiting> {
  const { id, role, grants } = signedIn(ctx)
  if (role !== 'admin') return { ...NOTHING_WAITS, ...(await queries.countWaitingForArtist(ctx.db, id)) }
  const waiting = { ...NOTHING_WAITS, ...(await queries.countWaitingForAdmins(ctx.db)) }
  for (const [queue, grant] of QUEUE_GRANTS) if (!grants.includes(grant) && !grants.includes('read_only')) waiting[queue] = 0
  return waiting
}
