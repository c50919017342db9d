import { type Api, ApiError, route } from '#platform/web/api.ts'
import { browserApi, type StoredPerson, storeSession } from '#platform/web/browser.ts'
import type { login, register, SignedInAnswer, verifyEmail } from '../../contract.ts'
import { textOf } from './form-fields.ts'

/* Sign-in, registration and verification: sent by the page server before hydration, by the browser after. */

const LOGIN = route<typeof login>({ method: 'POST', path: '/auth/login' })
const REGISTER = route<typeof register>({ method: 'POST', path: '/auth/register' })
const VERIFY = route<typeof verifyEmail>({ method: 'POST', path: '/auth/verify-email' })

export type SessionForm = (api: Api, form: FormData) => Promise<SignedInAnswer>

export const isRemembered = (form: FormData): boolean => form.has('remember_me')

/** Returns the email, trimmed and lower-cased. */
export const emailOf = (form: FormData): string => textOf(form, 'email').trim().toLowerCase()

export const logInBy: SessionForm = (api, form) =>
  api(LOGIN, { body: { email: emailOf(form), password: textOf(form, 'password'), remember_me: isRemembered(form) } })

export const verifyBy: SessionForm = (api, form) => api(VERIFY, { body: { email: emailOf(form), code: textOf(form, 'code') } })

export const registerBy = (api: Api, form: FormData) =>
  api(REGISTER, {
    body: { name: textOf(form, 'name'), email: emailOf(form), password: textOf(form, 'password'), terms: form.has('terms') }
  })

/** Sends the form from the browser and stores the session. Returns undefined if the answer lacks token or user. */
export async function openInBrowser(send: SessionForm, form: FormData, remembered: boolean): Promise<SignedInAnswer | undefined> {
  const answer: Partial<SignedInAnswer> | undefined = await send(browserApi(), form)
  const { token, user } = answer ?? {}
  if (!token || !user) return undefined
  storeSession({ token, user }, remembered)
  return { token, user }
}

type RegisteredAnswer = { message?: string; token?: string; access_token?: string; user?: StoredPerson }

/** Registers from the browser. Returns true if the answer had a token, so that the user is signed in. */
export async function registerInBrowser(form: FormData): Promise<boolean> {
  const answer: RegisteredAnswer | undefined = await registerBy(browserApi(), form)
  const { token, access_token, user } = answer ?? {}
  const given = token || access_token
  if (!given) return false
  storeSession({ token: given, user: user ?? { id: '', name: textOf(form, 'name').trim(), email: emailOf(form), role: 'user' } }, true)
  return true
}

export const INVALID_RESPONSE = 'Invalid response from server'

/**
 * Returns messages by field, or one for the form: the server's message, else the error's own, such as the browser's "Failed to fetch",
 * else the fallback.
 */
export function textsOf(error: unknown, fallback: string): Record<string, string> {
  if (error instanceof SyntaxError) return { form: INVALID_RESPONSE }
  if (!(error instanceof ApiError)) return { form: (error instanceof Error && error.message) || fallback }
  return error.body.code === 'unknown' ? { form: fallback } : (error.body.fields ?? { form: error.body.error })
}

export const isUnverified = (error: unknown): boolean => error instanceof ApiError && error.body.code === 'email_not_verified'
