import { ApiError, route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { setAvatar } from '../../profile.contract.ts'
import { AVATAR_MAX_MB, TEXTS } from '../../rules.ts'

const SET_AVATAR = route<typeof setAvatar>({ method: 'PUT', path: '/profile/avatar' })
export const PICTURE_KINDS = ['image/png', 'image/jpeg', 'image/webp']
const FAILED = 'The picture could not be uploaded. Please try again.'

/** Returns what is wrong with a chosen file, if the browser can tell. */
export function wrongWith(file: File): string | undefined {
  if (!PICTURE_KINDS.includes(file.type)) return TEXTS.avatar_kind
  return file.size > AVATAR_MAX_MB * 1024 * 1024 ? TEXTS.avatar_too_large : undefined
}

/** Uploads the picture. Returns the error message if it fails. */
export async function sendPicture(file: File): Promise<string | undefined> {
  const body = new FormData()
  body.set('file', file)
  try {
    await browserApi()(SET_AVATAR, { body })
    return undefined
  } catch (error) {
    return error instanceof ApiError && error.body.code !== 'unknown' ? error.message : FAILED
  }
}
