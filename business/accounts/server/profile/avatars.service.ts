import { randomUUID } from 'node:crypto'
import {
  type Ctx,
  createFairQueue,
  DecoderEnded,
  FileBytes,
  inTransaction,
  openDecoder,
  refuse,
  type Spooled,
  signedIn,
  spend,
  type Tx,
  type Upload
} from '#platform/server/index.ts'
import { type Profile, refusals } from '../../profile.contract.ts'
import { isAvatarUsed } from './profile.queries.ts'
import { lockSelf, showProfile, writeProfile } from './profile.service.ts'

const TYPE = 'image/webp'
const PER_HOUR = 20
const ADDRESS = /^\/avatars\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$/

export const DELETE_AVATAR = 'accounts.delete-avatar'

const DRAWN_AT_ONCE = 2
const DRAWING_MS = 20_000
/** After this long, a picture that nobody has will not be used anymore. */
const UNUSED_MS = 15 * 60_000
/** Runs one job at a time per user: decoded pictures are large. */
const limitConcurrency = createFairQueue(DRAWN_AT_ONCE)
const decoder = openDecoder<typeof import('./avatar-tasks.ts')>({
  module: 'business/accounts/server/profile/avatar-tasks.ts',
  processes: DRAWN_AT_ONCE
})

const drawAvatar = ({ path, bytes }: Spooled): Promise<Buffer> =>
  decoder.run('drawAvatar', DRAWING_MS, new FileBytes(path, bytes)).catch((error: unknown) => {
    throw error instanceof DecoderEnded ? refuse(refusals, 'unreadable') : error
  })

/** Returns the file's key, or undefined for an address that is not one of ours. */
export const keyOfAvatar = (avatar_url: string): string | undefined => (ADDRESS.test(avatar_url) ? avatar_url.slice(1) : undefined)

/** Stores each picture at a new address, so that no cache shows the old one. */
export async function setAvatar(ctx: Ctx, { file }: Upload): Promise<Profile> {
  if (!file) throw refuse(refusals, 'file_required', { fields: { file: refusals.file_required.message } })
  const { id } = signedIn(ctx)
  await spend(ctx, { key: `accounts.avatar.user.${id}`, most: PER_HOUR, seconds: 3600 })
  const picture = await limitConcurrency(id, () => drawAvatar(file))
  const name = `${randomUUID()}.webp`
  const avatar_url = `/avatars/${name}`
  // This process may end before anyone has the picture.
  await ctx.ports.jobs.send(ctx.db, DELETE_AVATAR, { avatar_url }, { startAfter: new Date(Date.now() + UNUSED_MS) })
  await ctx.ports.files.put(`avatars/${name}`, picture, TYPE)
  try {
    await replaceAvatar(ctx, avatar_url)
  } catch (error) {
    await ctx.ports.files.delete(`avatars/${name}`)
    throw error
  }
  return showProfile(ctx)
}

export async function deleteAvatar(ctx: Ctx): Promise<Profile> {
  await replaceAvatar(ctx, null)
  return showProfile(ctx)
}

/** The last of several parallel changes wins, and the files of the others are deleted. */
async function replaceAvatar(ctx: Ctx, avatar_url: string | null): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const user = await lockSelf(ctx)
    await writeProfile(ctx, user, { avatar_url })
    await forgetAvatar(ctx, user.avatar_url)
  })
}

/** Queues the deletion of the file, in the transaction that removes it from its owner. */
export async function forgetAvatar({ db, ports }: Ctx<Tx>, avatar_url: string | null): Promise<void> {
  if (avatar_url) await ports.jobs.send(db, DELETE_AVATAR, { avatar_url })
}

/** Deletes the file of a picture that nobody has. */
export async function deleteAvatarFile({ db, ports }: Ctx, avatar_url: string): Promise<void> {
  const key = keyOfAvatar(avatar_url)
  if (key && !(await isAvatarUsed(db, avatar_url))) await ports.files.delete(key)
}

/** Returns undefined if the picture does not exist. */
export async function openAvatar({ ports }: Ctx, name: string): Promise<Buffer | undefined> {
  const key = keyOfAvatar(`/avatars/${name}`)
  return key && (await ports.files.size(key)) !== undefined ? ports.files.bytes(key) : undefined
}
