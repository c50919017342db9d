import type { Licensees } from '#catalogue/server/index.ts'
import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { currentPlanOf } from '#subscriptions/server/index.ts'
import { refusals } from '../contract.ts'
import type { LicenseState } from '../rules.ts'
import type { Reader } from './queries.ts'
import * as queries from './queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof queries.findLicense>>>
type Owned = Pick<Row, 'client_id' | 'subscription_id' | 'plan_owner_id'>

/** A person and the plan that they are on right now. A removed member has none. */
export async function findReader({ db, now }: Ctx, user_id: string): Promise<Reader> {
  return { user_id, subscription_id: (await currentPlanOf(db, now, user_id))?.subscription_id }
}

/** A bought license is visible to its buyer. A plan's license is visible to the plan's owner and to everyone on the plan now. */
const maySee = ({ user_id, subscription_id }: Reader, license: Owned): boolean =>
  license.subscription_id === null
    ? license.client_id === user_id
    : license.plan_owner_id === user_id || license.subscription_id === subscription_id

/** A plan's license ends with the plan, even before a job has stored the end. */
export const stateFor = ({ subscription_id }: Reader, license: Owned & { status: LicenseState }): LicenseState =>
  license.status === 'active' && license.subscription_id !== null && license.subscription_id !== subscription_id
    ? 'expired'
    : license.status

/** Returns a license that the caller may see, with its status for them. */
export async function requireLicense(ctx: Ctx, id: string): Promise<Row> {
  const license = await queries.findLicense(ctx.db, id)
  const reader = await findReader(ctx, signedIn(ctx).id)
  if (!license || !maySee(reader, license)) throw refuse(refusals, 'license_not_found')
  return { ...license, status: stateFor(reader, license) }
}

/** Returns the license behind a signed link. The link to a plan's license names a user, and works while that user is on the plan. */
export async function requireLinked(ctx: Ctx, id: string, user_id: string | null): Promise<Row> {
  const license = await queries.findLicense(ctx.db, id)
  if (!license) throw refuse(refusals, 'license_not_found')
  if (license.subscription_id === null) return license
  if (user_id === null) throw refuse(refusals, 'license_not_found')
  return { ...license, status: stateFor(await findReader(ctx, user_id), license) }
}

/** Whether the caller holds an active license for the asset. */
export const holdsLicense: Licensees['holdsLicense'] = async (ctx, asset_id) => {
  const { id, role } = signedIn(ctx)
  if (role !== 'client') return false
  return (await queries.countLicensesFor(ctx.db, { ...(await findReader(ctx, id)), asset_id, status: 'active' })) > 0
}
