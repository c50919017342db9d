import type { FieldErrors } from '#platform/web/action.ts'
import type { Api } from '#platform/web/api.ts'
import { DEFAULT_BRAND } from '#platform/web/theme/brand.ts'
import { changePassword, changeProfile, deleteAvatar, endSessions } from '../profile.contract.ts'
import { TEXTS } from '../rules.ts'
import { colourTyped } from './colour-typed.ts'
import { textOf } from './form-text.ts'
import { passwordErrors } from './new-password-fields.tsx'

/* What each form of the profile asks for. */

export type Intent = 'name' | 'colour' | 'password' | 'picture' | 'session'

/** `left`: the session that asked has ended itself. `typed` comes back to the form where the page is drawn anew. */
export type Outcome = { intent?: Intent; done?: string; left?: boolean; fields?: FieldErrors; typed?: string }

async function saveName(api: Api, form: FormData): Promise<Outcome> {
  await api(changeProfile, { body: { name: textOf(form, 'name') } })
  return { done: 'Your name is saved.' }
}

/** The product's own colour is kept as none, so that it follows the product. */
async function saveColour(api: Api, form: FormData): Promise<Outcome> {
  const colour = form.has('reset') ? DEFAULT_BRAND : colourTyped(textOf(form, 'brand_color'))
  if (!colour) return { fields: { brand_color: TEXTS.brand_color } }
  await api(changeProfile, { body: { brand_color: colour === DEFAULT_BRAND ? null : colour } })
  return { done: form.has('reset') ? 'The usual colour is back.' : 'Your accent colour is saved.' }
}

async function savePassword(api: Api, form: FormData): Promise<Outcome> {
  const current_password = textOf(form, 'current_password')
  const fields = { ...(current_password === '' && { current_password: TEXTS.current_password }), ...passwordErrors(form, 'new_password') }
  if (Object.keys(fields).length > 0) return { fields }
  await api(changePassword, { body: { current_password, new_password: textOf(form, 'new_password') } })
  return { done: 'Your password is changed. Every other device is signed out.' }
}

async function removePicture(api: Api): Promise<Outcome> {
  await api(deleteAvatar, {})
  return { done: 'Your picture is removed.' }
}

async function endSession(api: Api, form: FormData): Promise<Outcome> {
  const session_id = textOf(form, 'session_id')
  const body = { current_password: textOf(form, 'current_password'), ...(session_id && { session_id }) }
  const { items } = await api(endSessions, { body })
  if (!items.some(({ is_current }) => is_current)) return { left: true }
  return { done: session_id ? 'That device is signed out.' : 'Every other device is signed out.' }
}

const WORK: Record<Intent, (api: Api, form: FormData) => Promise<Outcome>> = {
  name: saveName,
  colour: saveColour,
  password: savePassword,
  picture: removePicture,
  session: endSession
}

export const intentOf = (form: FormData): Intent | undefined =>
  (Object.keys(WORK) as Intent[]).find((intent) => intent === form.get('intent'))

export const carryOut = (api: Api, intent: Intent, form: FormData): Promise<Outcome> => WORK[intent](api, form)
