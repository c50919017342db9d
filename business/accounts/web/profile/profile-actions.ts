import type { FieldErrors } from '#platform/web/action.ts'
import type { Api } from '#platform/web/api.ts'
import { DEFAULT_BRAND } from '#platform/web/theme/brand.ts'
import { changeEmail, confirmEmail } from '../../own-account.contract.ts'
import { changePassword, changeProfile, deleteAvatar, endSessions, setNews } from '../../profile.contract.ts'
import { TEXTS } from '../../rules.ts'
import { deletePasskey, deleteTotp, renamePasskey } from '../../security.contract.ts'
import { textOf } from '../sign-in/form-fields.ts'
import { passwordErrors } from '../sign-in/new-password-fields.tsx'
import { parseColor } from './parse-color.ts'

export type Intent =
  | 'name'
  | 'email'
  | 'email_code'
  | 'news'
  | 'color'
  | 'password'
  | 'picture'
  | 'session'
  | 'app'
  | 'passkey'
  | 'passkey-name'

/** `left`: the current session was ended. `typed` refills the form when the page is rendered again. */
export type Outcome = { intent?: Intent; done?: string; left?: boolean; fields?: FieldErrors; typed?: string }

async function saveName(api: Api, form: FormData): Promise<Outcome> {
  await api(changeProfile, { body: { name: textOf(form, 'name') } })
  return { done: 'Your name is saved.' }
}

async function askForCode(api: Api, form: FormData): Promise<Outcome> {
  const { message } = await api(changeEmail, { body: { email: textOf(form, 'email') } })
  return { done: message }
}

async function confirmCode(api: Api, form: FormData): Promise<Outcome> {
  const { email } = await api(confirmEmail, { body: { code: textOf(form, 'code') } })
  return { done: `Your email is ${email} now. Every other device is signed out.` }
}

async function saveNews(api: Api, form: FormData): Promise<Outcome> {
  const { agrees } = await api(setNews, { body: { agrees: form.has('agrees') } })
  return { done: agrees ? 'We will email you news.' : 'You will get no news from us.' }
}

/** The default color is stored as null, so that it follows the product. */
async function saveColor(api: Api, form: FormData): Promise<Outcome> {
  const color = form.has('reset') ? DEFAULT_BRAND : parseColor(textOf(form, 'brand_color'))
  if (!color) return { fields: { brand_color: TEXTS.brand_color } }
  await api(changeProfile, { body: { brand_color: color === DEFAULT_BRAND ? null : color } })
  return { done: form.has('reset') ? 'Your accent color is reset.' : 'Your accent color is saved.' }
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

async function removeApp(api: Api): Promise<Outcome> {
  await api(deleteTotp, {})
  return { done: 'Your authenticator app is removed.' }
}

async function removePasskey(api: Api, form: FormData): Promise<Outcome> {
  await api(deletePasskey, { params: { id: textOf(form, 'id') } })
  return { done: 'The passkey is removed.' }
}

async function savePasskeyName(api: Api, form: FormData): Promise<Outcome> {
  await api(renamePasskey, { params: { id: textOf(form, 'id') }, body: { name: textOf(form, 'name') } })
  return { done: 'The name is saved.' }
}

const ACTIONS: Record<Intent, (api: Api, form: FormData) => Promise<Outcome>> = {
  name: saveName,
  email: askForCode,
  email_code: confirmCode,
  news: saveNews,
  color: saveColor,
  password: savePassword,
  picture: removePicture,
  session: endSession,
  app: removeApp,
  passkey: removePasskey,
  'passkey-name': savePasskeyName
}

export const intentOf = (form: FormData): Intent | undefined =>
  (Object.keys(ACTIONS) as Intent[]).find((intent) => intent === form.get('intent'))

export const carryOut = (api: Api, intent: Intent, form: FormData): Promise<Outcome> => ACTIONS[intent](api, form)
