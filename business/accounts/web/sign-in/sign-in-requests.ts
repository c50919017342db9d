import { type Api, ApiError, route } from '#platform/web/api.ts'
import { browserApi, type StoredPerson, storeSession } from '#platform/web/browser.ts'
import type { LoginAnswer, login, register, SecondFactorNeeded, SignedInAnswer, verifyEmail } from '../../contract.ts'
import { SECOND_FACTORS } from '../../rules.ts'
import type { finishSignIn, PasskeyResponse, signInWithPasskey } from '../../security.contract.ts'
import { textOf } from './form-fields.ts'

/* Sign-in, registration and verification: sent by the page server before hydration, by the browser after. */

const LOGIN = route<typeof login>({ method: 'POST', path: '/auth/login' })
const REGISTER = route<typeof register>({ method: 'POST', path: '/auth/register' })
const VERIFY = route<typeof verifyEmail>({ method: 'POST', path: '/auth/verify-email' })

const SECOND_FACTOR = route<typeof finishSignIn>({ method: 'POST', path: '/auth/second-factor' })
const PASSKEY = route<typeof signInWithPasskey>({ method: 'POST', path: '/auth/passkey' })

export type SessionForm = (api: Api, form: FormData) => Promise<LoginAnswer>

export const isSignedIn = (answer: LoginAnswer): answer is SignedInAnswer => 'token' in answer

export const isRemembered = (form: FormData): boolean => form.has('remember_me')

/** Returns the email, trimmed and lower-cased. */
export const emailOf = (form: FormData): string => textOf(form, 'email').trim().toLowerCase()

/** A step of signing in: the password, the second factor after it, or a passkey alone. */
export type SignInStep = 'password' | 'second_factor' | 'passkey'

export const signInBy: SessionForm = (api, form) => STEPS[stepOf(form)](api, form)

export function stepOf(form: FormData): SignInStep {
  const step = form.get('step')
  return step === 'second_factor' || step === 'passkey' ? step : 'password'
}

const logInBy: SessionForm = (api, form) =>
  api(LOGIN, { body: { email: emailOf(form), password: textOf(form, 'password'), remember_me: isRemembered(form) } })

const finishBy: SessionForm = (api, form) => {
  const method = SECOND_FACTORS.find((one) => one === form.get('method')) ?? 'totp'
  const body = { challenge: textOf(form, 'challenge'), method, remember_browser: form.has('remember_browser') }
  const sent = method === 'passkey' ? { response: passkeyResponseIn(form) } : { code: textOf(form, 'code') }
  return api(SECOND_FACTOR, { body: { ...body, ...sent } })
}

const passkeyBy: SessionForm = (api, form) => api(PASSKEY, { body: { response: passkeyResponseIn(form), remember_me: isRemembered(form) } })

const STEPS: Record<SignInStep, SessionForm> = { password: logInBy, second_factor: finishBy, passkey: passkeyBy }

/** What the browser's passkey answered, as the page's script put it into the form. The server checks it. */
const passkeyResponseIn = (form: FormData): PasskeyResponse =>
  objectIn(textOf(form, 'response')) as Record<string, unknown> as PasskeyResponse

/** Reads JSON that a script has put into a form. Nothing for what is no object: the server refuses it. */
function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** What the second step needs, carried through its form, so that a wrong code leads back to it. */
export function neededIn(form: FormData): SecondFactorNeeded {
  const methods = textOf(form, 'second_factor').split(' ')
  return {
    second_factor: SECOND_FACTORS.filter((one) => methods.includes(one)),
    challenge: textOf(form, 'challenge'),
    ...(form.has('passkey') && { passkey: objectIn(textOf(form, 'passkey')) }),
    may_remember_browser: form.has('may_remember_browser')
  }
}

export const verifyBy: SessionForm = (api, form) => api(VERIFY, { body: { email: emailOf(form), code: textOf(form, 'code') } })

export const registerBy = (api: Api, form: FormData) =>
  api(REGISTER, {
    body: { name: textOf(form, 'name'), email: emailOf(form), password: textOf(form, 'password'), terms: form.has('terms') }
  })

/** Sends the form from the browser and stores the session. Returns undefined if the answer lacks token or user. */
export async function openInBrowser(send: SessionForm, form: FormData, remembered: boolean): Promise<LoginAnswer | undefined> {
  const answer: Partial<SignedInAnswer & SecondFactorNeeded> | undefined = await send(browserApi(), form)
  const { token, user, second_factor, challenge } = answer ?? {}
  if (second_factor && challenge) return { may_remember_browser: false, ...answer, second_factor, challenge }
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
