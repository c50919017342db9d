import { type Api, ApiError, route } from '#platform/web/api.ts'
import { browserApi, storeSession } from '#platform/web/browser.ts'
import type { login, SignedInAnswer, verifyEmail } from '../contract.ts'
import { textOf } from './form-text.ts'

/* The forms of sign-in and verification, sent by the server before the page is alive and by the browser after. */

const LOGIN = route<typeof login>({ method: 'POST', path: '/auth/login' })
const VERIFY = route<typeof verifyEmail>({ method: 'POST', path: '/auth/verify-email' })

export type SessionForm = (api: Api, form: FormData) => Promise<SignedInAnswer>

export const isRemembered = (form: FormData): boolean => form.has('remember_me')

export const logInBy: SessionForm = (api, form) =>
  api(LOGIN, { body: { email: textOf(form, 'email'), password: textOf(form, 'password'), remember_me: isRemembered(form) } })

export const verifyBy: SessionForm = (api, form) => api(VERIFY, { body: { email: textOf(form, 'email'), code: textOf(form, 'code') } })

/** Sends the form from the browser and keeps the session in its storage. */
export async function openInBrowser(send: SessionForm, form: FormData, remembered: boolean): Promise<SignedInAnswer> {
  const answer: Partial<SignedInAnswer> | undefined = await send(browserApi(), form)
  const { token, user } = answer ?? {}
  if (!token || !user) throw new Error('Invalid response from server')
  storeSession({ token, user }, remembered)
  return { token, user }
}

/** Texts beside the fields, or one for the form: the server's own words, else those of an error, else the fallback. */
export function textsOf(error: unknown, fallback: string): Record<string, string> {
  if (error instanceof ApiError) return error.body.fields ?? { form: error.body.code === 'unknown' ? fallback : error.body.error }
  // A TypeError is how fetch says that the server could not be reached, in words of the browser's maker.
  return { form: error instanceof Error && !(error instanceof TypeError) ? error.message : fallback }
}

export const isUnverified = (error: unknown): boolean => error instanceof ApiError && error.body.code === 'email_not_verified'
