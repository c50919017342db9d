import type { Licensees } from '#catalogue/server/index.ts'
import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { currentPlanOf, openPlansAmong } from '#subscriptions/server/index.ts'
import { refusals } from '../contract.ts'
import type { LicenseState, LicenseType } from '../rules.ts'
import type { Reader } from './queries.ts'
import * as queries from './queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof queries.findLicense>>>
type Owned = Pick<Row, 'client_id' | 'subscription_id' | 'plan_owner_id'>
/** `is_held`: the reader downloaded it by the plan. */
type Held = { is_held: boolean }

/** A person, the plan that they are on right now, and the open plans by which they downloaded. A removed member is on no plan. */
export async function findReader({ db, now }: Ctx, user_id: string): Promise<Reader> {
  const [plan, held] = [await currentPlanOf(db, now, user_id), await queries.findPlansHeldOn(db, user_id)]
  return { user_id, subscription_id: plan?.subscription_id, held_plans: await openPlansAmong(db, now, held) }
}

/** A bought license is visible to its buyer. A plan's license is visible to the plan's owner, to everyone on the plan now, and to those who downloaded it. */
const maySee = ({ user_id, subscription_id }: Reader, license: Owned & Held): boolean =>
  license.subscription_id === null
    ? license.client_id === user_id
    : license.plan_owner_id === user_id || license.subscription_id === subscription_id || license.is_held

/** A plan's license ends with the plan, even before a job has stored the end. Who left the team keeps what they downloaded until then. */
export function stateFor(
  { subscription_id, held_plans }: Reader,
  license: Pick<Owned, 'subscription_id'> & Held & { status: LicenseState }
): LicenseState {
  if (license.status !== 'active' || license.subscription_id === null || license.subscription_id === subscription_id) return license.status
  return license.is_held && held_plans.includes(license.subscription_id) ? 'active' : 'expired'
}

/** Returns a license that the caller may see, with its status for them. */
export async function requireLicense(ctx: Ctx, id: string): Promise<Row> {
  const reader = await findReader(ctx, signedIn(ctx).id)
  const license = await findHeld(ctx, id, reader.user_id)
  if (!license || !maySee(reader, license)) throw refuse(refusals, 'license_not_found')
  return { ...license, status: stateFor(reader, license) }
}

async function findHeld({ db }: Ctx, id: string, user_id: string): Promise<(Row & Held) | undefined> {
  const license = await queries.findLicense(db, id)
  return license && { ...license, is_held: await queries.isPlanHolder(db, { license_id: id, user_id }) }
}

/** Returns the license behind a signed link. The link to a plan's license names a user, and works while that user may use the license. */
export async function requireLinked(ctx: Ctx, id: string, user_id: string | null): Promise<Row> {
  const license = await queries.findLicense(ctx.db, id)
  if (!license) throw refuse(refusals, 'license_not_found')
  if (license.subscription_id === null) return license
  if (user_id === null) throw refuse(refusals, 'license_not_found')
  const is_held = await queries.isPlanHolder(ctx.db, { license_id: id, user_id })
  return { ...license, status: stateFor(await findReader(ctx, user_id), { ...license, is_held }) }
}

/** Returns, by asset, the types of active licenses that the caller may use, of those assets that they have any for. */
export async function licenseTypesHeld(ctx: Ctx, asset_ids: readonly string[]): Promise<Map<string, LicenseType[]>> {
  const licenses = await queries.findActiveFor(ctx.db, await findReader(ctx, signedIn(ctx).id), asset_ids)
  const types = Map.groupBy(licenses, ({ asset_id }) => asset_id)
  return new Map([...types].map(([asset_id, held]) => [asset_id, [...new Set(held.map(({ license_type }) => license_type))]]))
}

/** Returns the assets that any of these people may use by an active license now: all, or those among the given ones. */
export async function assetsHeldBy(ctx: Ctx, user_ids: readonly string[], among?: readonly string[]): Promise<string[]> {
  const held = new Set<string>()
  for (const user_id of user_ids)
    for (const asset_id of await queries.findAssetsHeld(ctx.db, await findReader(ctx, user_id), among)) held.add(asset_id)
  return [...held]
}

/** Whether the caller holds an active license for the asset. */
export const holdsLicense: Licensees['holdsLicense'] = async (ctx, asset_id) => {
  const { id, role } = signedIn(ctx)
  if (role !== 'client') return false
  return (await queries.countLicensesFor(ctx.db, { ...(await findReader(ctx, id)), asset_id, status: 'active' })) > 0
}
