import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Ctx, inTransaction, refuse, signedIn, spend, type Tx, type Upload } from '#platform/server/index.ts'
import { no, type Profile } from '../profile.contract.ts'
import { drawAvatar } from './draw-avatar.ts'
import { lockSelf, showProfile, writeProfile } from './profile.service.ts'

const TYPE = 'image/webp'
const PER_HOUR = 20
const ADDRESS = /^\/avatars\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$/

export const DELETE_AVATAR = 'accounts.delete-avatar'

/** Where the file of an address lies; nothing for an address that is none of ours. */
const keyOf = (avatar_url: string): string | undefined => (ADDRESS.test(avatar_url) ? avatar_url.slice(1) : undefined)

/** Each picture has a new address, so that no cache shows the old one. */
export async function setAvatar(ctx: Ctx, { file }: Upload): Promise<Profile> {
  if (!file) throw refuse(no, 'file_required', { fields: { file: no.file_required.message } })
  const { id } = signedIn(ctx)
  await spend(ctx, { key: `accounts.avatar.user.${id}`, most: PER_HOUR, seconds: 3600 })
  const picture = await inTurn(id, async () => drawAvatar(await readFile(file.path)))
  const name = `${randomUUID()}.webp`
  await ctx.ports.files.put(`avatars/${name}`, picture, TYPE)
  try {
    await replaceAvatar(ctx, `/avatars/${name}`)
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

/** Of two at once the last wins, and the other's file goes. */
async function replaceAvatar(ctx: Ctx, avatar_url: string | null): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const user = await lockSelf(ctx)
    await writeProfile(ctx, user, { avatar_url })
    await forgetAvatar(ctx, user.avatar_url)
  })
}

/** Has the file deleted once the transaction that takes it from its owner has committed. */
export async function forgetAvatar({ db, ports }: Ctx<Tx>, avatar_url: string | null): Promise<void> {
  if (avatar_url) await ports.jobs.send(db, DELETE_AVATAR, { avatar_url })
}

/** The job behind it: nobody has that picture any more. */
export async function deleteAvatarFile({ ports }: Ctx, avatar_url: string): Promise<void> {
  const key = keyOf(avatar_url)
  if (key) await ports.files.delete(key)
}

/** Answers nothing where there is no such picture. */
export async function openAvatar({ ports }: Ctx, name: string): Promise<Buffer | undefined> {
  const key = keyOf(`/avatars/${name}`)
  return key && (await ports.files.size(key)) !== undefined ? ports.files.bytes(key) : undefined
}

const turns = new Map<string, Promise<unknown>>()

/** One after another for each person: pictures are large once they are decoded. */
function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(id) ?? Promise.resolve()).then(work, work)
  const leave = () => void (turns.get(id) === turn && turns.delete(id))
  turns.set(id, turn)
  turn.then(leave, leave)
  return turn
}
