import { z } from 'zod'
import { emailAddress, endpoint, ROLES, refusals, requiredText } from '#platform/contract/index.ts'
import { CODE_DIGITS, PASSWORD_MIN, TEXTS } from './rules.ts'

export const NAME_MAX = 120
/** Hashing takes the same time for any length; a longer one is a mistake or an attack. */
const PASSWORD_MAX = 256

export const person = z.object({ id: z.uuid(), name: z.string(), email: z.string(), role: z.enum(ROLES) })
export type Person = z.output<typeof person>

const signedInAnswer = z.object({ token: z.string(), user: person })
export type SignedInAnswer = z.output<typeof signedInAnswer>

/** Refused in the same words whatever is wrong with it, so that the form never teaches which addresses exist. */
const typedEmail = (missing: string) => z.string({ error: missing }).trim().min(1, missing).pipe(emailAddress(TEXTS.email))

export const newPassword = (missing: string) =>
  z
    .string({ error: missing })
    .min(1, missing)
    .min(PASSWORD_MIN, TEXTS.password_short)
    .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters.`)

/** A password that exists already: whatever it is, it is only compared. */
export const typedPassword = (missing: string) =>
  z.string({ error: missing }).min(1, missing).max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters.`)

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'anyone',
  summary: 'Signs in by e-mail and password',
  body: z.object({
    email: typedEmail(TEXTS.login_required),
    password: typedPassword(TEXTS.login_required),
    remember_me: z.boolean().default(true)
  }),
  response: signedInAnswer
})

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'anyone',
  summary: 'Makes an unverified client account and mails a code',
  status: 201,
  body: z.object({
    name: requiredText(TEXTS.register_required, NAME_MAX),
    email: typedEmail(TEXTS.register_required),
    password: newPassword(TEXTS.register_required),
    terms: z
      .boolean()
      .optional()
      .refine((agreed) => agreed !== false, TEXTS.terms)
  }),
  response: z.object({ message: z.string() })
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/auth/verify-email',
  access: 'anyone',
  summary: 'Confirms an address with the mailed code and signs in',
  body: z.object({
    email: typedEmail(TEXTS.email),
    code: z
      .string({ error: TEXTS.code })
      .transform((typed) => typed.replace(/[\s-]/g, ''))
      .pipe(z.string().regex(new RegExp(`^[0-9]{${CODE_DIGITS}}$`), TEXTS.code))
  }),
  response: signedInAnswer
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/auth/resend-verification',
  access: 'anyone',
  summary: 'Mails a new code, if an unverified account has that address',
  status: 202,
  body: z.object({ email: typedEmail(TEXTS.email) }),
  response: z.object({ message: z.string() })
})

const logoutAt = <const P extends `/${string}`>(path: P) =>
  endpoint({ method: 'POST', path, access: 'anyone', summary: 'Ends the session', status: 204, response: z.null() })

export const logout = logoutAt('/auth/logout')
export const logoutAlias = logoutAt('/logout')

export const carrySession = endpoint({
  method: 'POST',
  path: '/auth/session',
  access: 'anyone',
  summary: 'Gives the browser that sends a token the cookie of the same session; nobody where the token is over',
  response: z.object({ user: person.nullable() })
})

const whoAt = <const P extends `/${string}`>(path: P) =>
  endpoint({
    method: 'GET',
    path,
    access: 'signed_in',
    summary: 'Who is signed in',
    response: z.object({ user: person, role: z.enum(ROLES) })
  })

export const authCheck = whoAt('/auth/check')
export const authMe = whoAt('/auth/me')
export const me = whoAt('/me')

export const no = refusals({
  wrong_credentials: { status: 422, message: 'The email or password is not right.' },
  email_not_verified: { status: 409, message: 'Please verify your email first.' },
  account_inactive: { status: 409, message: 'This account is deactivated. Please contact support.' },
  wrong_code: { status: 422, message: 'This code is not right or has expired.' },
  mailed_just_now: { status: 429, message: 'We just sent you an email. Please wait a moment before asking for another.' }
})
