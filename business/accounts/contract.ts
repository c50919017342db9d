import { z } from 'zod'
import { defineRefusals, emailAddress, endpoint, GRANTS, ROLES, requiredText } from '#platform/contract/index.ts'
import { CODE_DIGITS, PASSWORD_MIN, SECOND_FACTORS, TEXTS } from './rules.ts'

export const NAME_MAX = 120
/** Keeps an attacker from sending huge passwords. */
const PASSWORD_MAX = 256

export const person = z.object({ id: z.uuid(), name: z.string(), email: z.string(), role: z.enum(ROLES) })
export type Person = z.output<typeof person>

export const signedInAnswer = z.object({ token: z.string(), user: person })
export type SignedInAnswer = z.output<typeof signedInAnswer>

/** The password was right, and `POST /auth/second-factor` with this challenge completes the sign-in. */
const secondFactorNeeded = z.object({
  second_factor: z.array(z.enum(SECOND_FACTORS)),
  challenge: z.string(),
  /** What the browser passes to WebAuthn, if there is a passkey. */
  passkey: z.record(z.string(), z.unknown()).optional(),
  /** Whether this browser may be trusted with `remember_browser`. */
  may_remember_browser: z.boolean()
})
export type SecondFactorNeeded = z.output<typeof secondFactorNeeded>
export type LoginAnswer = SignedInAnswer | SecondFactorNeeded

/** Every invalid address gets the same message. */
const typedEmail = (missing: string) => z.string({ error: missing }).trim().min(1, missing).pipe(emailAddress(TEXTS.email))

export const newPassword = (missing: string) =>
  z
    .string({ error: missing })
    .min(1, missing)
    .min(PASSWORD_MIN, TEXTS.password_short)
    .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters.`)

/** An existing password. It is only compared, so the minimum length does not apply. */
export const typedPassword = (missing: string) =>
  z.string({ error: missing }).min(1, missing).max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters.`)

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'anyone',
  summary: 'Sign in with email and password. Where a second factor is set up, the answer asks for it instead of giving a token.',
  body: z.object({
    email: typedEmail(TEXTS.login_required),
    password: typedPassword(TEXTS.login_required),
    remember_me: z.boolean().default(true)
  }),
  response: z.union([signedInAnswer, secondFactorNeeded])
})

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'anyone',
  summary: 'Create an unverified client account and email a code.',
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

/** The digits of an emailed code, with or without spaces. */
export const typedCode = z
  .string({ error: TEXTS.code })
  .transform((typed) => typed.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(new RegExp(`^[0-9]{${CODE_DIGITS}}$`), TEXTS.code))

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/auth/verify-email',
  access: 'anyone',
  summary: 'Verify an email address with the emailed code and sign in.',
  body: z.object({ email: typedEmail(TEXTS.email), code: typedCode }),
  response: signedInAnswer
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/auth/resend-verification',
  access: 'anyone',
  summary: 'Email a new code, if an unverified account has this address.',
  status: 202,
  body: z.object({ email: typedEmail(TEXTS.email) }),
  response: z.object({ message: z.string() })
})

const logoutAt = <const P extends `/${string}`>(path: P) =>
  endpoint({ method: 'POST', path, access: 'anyone', summary: 'End the session.', status: 204, response: z.null() })

export const logout = logoutAt('/auth/logout')
export const logoutAlias = logoutAt('/logout')

export const carrySession = endpoint({
  method: 'POST',
  path: '/auth/session',
  access: 'anyone',
  summary: 'Exchange a session token for its cookie. `user` is null if the token is no longer valid.',
  response: z.object({ user: person.nullable() })
})

const whoAt = <const P extends `/${string}`>(path: P) =>
  endpoint({
    method: 'GET',
    path,
    access: 'signed_in',
    summary: 'Get the signed-in user.',
    response: z.object({ user: person, role: z.enum(ROLES) })
  })

export const authCheck = whoAt('/auth/check')
export const me = whoAt('/me')

export const authMe = endpoint({
  ...whoAt('/auth/me'),
  summary: 'Get the signed-in user, and what an admin may do.',
  response: z.object({ user: person.extend({ grants: z.array(z.enum(GRANTS)).optional() }), role: z.enum(ROLES) })
})

export const refusals = defineRefusals({
  wrong_credentials: { status: 422, message: 'The email or password is incorrect.' },
  email_not_verified: { status: 409, message: 'Please verify your email first.' },
  account_inactive: { status: 409, message: 'This account is deactivated. Please contact support.' },
  wrong_code: { status: 422, message: 'This code is incorrect or has expired.' },
  mailed_just_now: { status: 429, message: 'We just sent you an email. Please wait before requesting another.' }
})
