import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { currentPlanOf } from '#subscriptions/server/index.ts'
import { no } from '../contract.ts'
import type { LicenseState } from '../rules.ts'
import type { Reader } from './queries.ts'
import * as queries from './queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof queries.findLicense>>>
type Owned = Pick<Row, 'client_id' | 'subscription_id' | 'plan_owner_id'>

/** Someone and the plan that they use at this very call: a removed member has none. */
export async function readerOf({ db, now }: Ctx, user_id: string): Promise<Reader> {
  return { user_id, subscription_id: (await currentPlanOf(db, now, user_id))?.subscription_id }
}

/** What was bought is the buyer's. What came with a plan is its owner's, and everybody's who sits on it now. */
const maySee = ({ user_id, subscription_id }: Reader, license: Owned): boolean =>
  license.subscription_id === null
    ? license.client_id === user_id
    : license.plan_owner_id === user_id || license.subscription_id === subscription_id

/** A plan's licence counts no longer than the plan, also where no job has written it down yet. */
export const stateFor = ({ subscription_id }: Reader, license: Owned & { status: LicenseState }): LicenseState =>
  license.status === 'active' && license.subscription_id !== null && license.subscription_id !== subscription_id
    ? 'expired'
    : license.status

/** A licence that the caller may see, with its state for them. */
export async function requireLicense(ctx: Ctx, id: string): Promise<Row> {
  const license = await queries.findLicense(ctx.db, id)
  const reader = await readerOf(ctx, signedIn(ctx).id)
  if (!license || !maySee(reader, license)) throw refuse(no, 'license_not_found')
  return { ...license, status: stateFor(reader, license) }
}

/** A licence whose signed link someone has: of a plan's, the link names whose it is, and counts while they sit there. */
export async function requireLinked(ctx: Ctx, id: string, user_id: string | null): Promise<Row> {
  const license = await queries.findLicense(ctx.db, id)
  if (!license) throw refuse(no, 'license_not_found')
  if (license.subscription_id === null) return license
  if (user_id === null) throw refuse(no, 'license_not_found')
  return { ...license, status: stateFor(await readerOf(ctx, user_id), license) }
}
