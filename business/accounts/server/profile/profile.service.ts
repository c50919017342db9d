import type { Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, signedIn, signedOut, type Tx } from '#platform/server/index.ts'
import type { changeProfile, Profile } from '../../profile.contract.ts'
import { audit } from '../audit/audit.service.ts'
import { spendChange } from '../sign-in/limits.ts'
import * as queries from './profile.queries.ts'

/** Returns the caller's profile, with the counts from other parts (0 if a part is missing). */
export async function showProfile(ctx: Ctx): Promise<Profile> {
  const { db, ports } = ctx
  const { id } = signedIn(ctx)
  const { counts } = ports.people
  const [user, license_count = 0, request_count = 0] = await Promise.all([
    queries.findProfile(db, id),
    counts.license_count?.(db, id),
    counts.request_count?.(db, id)
  ])
  if (!user) throw signedOut()
  return { ...user, created_at: user.created_at.toISOString(), license_count, request_count }
}

type Own = NonNullable<Awaited<ReturnType<typeof queries.lockProfile>>>

/** Locks the caller's own row. */
export async function lockSelf(ctx: Ctx<Tx>): Promise<Own> {
  const user = await queries.lockProfile(ctx.db, signedIn(ctx).id)
  if (!user) throw signedOut()
  return user
}

/** Writes the changed fields and logs their names, not their values. */
export async function writeProfile({ db }: Ctx<Tx>, user: Own, changes: queries.ProfileChanges): Promise<void> {
  const fields = Object.entries(changes).flatMap(([field, value]) => (isSame(user[field as keyof typeof changes], value) ? [] : [field]))
  if (fields.length === 0) return
  await queries.updateProfile(db, user.id, changes)
  await audit(db, { actor_id: user.id, action: 'user.profile_changed', subject_kind: 'user', subject: user.id, details: { fields } })
}

const isSame = (before: unknown, after: unknown): boolean => JSON.stringify(before) === JSON.stringify(after)

/** Changes the given fields. */
export async function change(ctx: Ctx, { name, brand_color, palette }: Received<typeof changeProfile>['body']): Promise<Profile> {
  await spendChange(ctx, 'profile')
  const changes = { ...(name !== undefined && { name }), ...(brand_color !== undefined && { brand_color }), ...(palette && { palette }) }
  await inTransaction(ctx, async (ctx) => writeProfile(ctx, await lockSelf(ctx), changes))
  return showProfile(ctx)
}

/** Remembers by which origin the caller filters the catalogue, or that it is by none. */
export async function rememberOrigin(ctx: Ctx, origin: string | null): Promise<null> {
  await spendChange(ctx, 'origin')
  await queries.updateRememberedOrigin(ctx.db, signedIn(ctx).id, origin)
  return null
}
