import { z } from 'zod'
import { defineRefusals, endpoint, instant, PROOF_WAYS, requiredText } from '#platform/contract/index.ts'
import { signedInAnswer, typedPassword } from './contract.ts'
import { PASSKEY_NAME_MAX, SECOND_FACTORS, TEXTS, TOTP_DIGITS } from './rules.ts'

/** Bytes in base64url. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*={0,2}$/, 'Not base64url.')

const id = bytes(1400).min(1)
const TRANSPORT_MAX = 20

/** What a browser returns after `navigator.credentials.create`, as JSON. */
const registrationResponse = z.object({
  id,
  rawId: id,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(16_000),
    transports: z.array(z.string().max(TRANSPORT_MAX)).max(10).optional()
  }),
  authenticatorAttachment: z.string().max(TRANSPORT_MAX).nullish()
})
export type RegistrationResponse = z.output<typeof registrationResponse>

/** What a browser returns after `navigator.credentials.get`, as JSON. */
const signInResponse = z.object({
  id,
  rawId: id,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: bytes(200).nullish()
  }),
  authenticatorAttachment: z.string().max(TRANSPORT_MAX).nullish()
})
export type PasskeyResponse = z.output<typeof signInResponse>

/** What a browser passes to WebAuthn. The W3C specifies its JSON. */
const webAuthnOptions = z.record(z.string(), z.unknown())

/** Spaces in a code are left out. A recovery code is longer than one of an app. */
const typedCode = z
  .string({ error: TEXTS.totp_code })
  .max(100, TEXTS.totp_code)
  .transform((typed) => typed.replace(/\s/g, ''))

const totpCode = typedCode.pipe(z.string().regex(new RegExp(`^[0-9]{${TOTP_DIGITS}}$`), TEXTS.totp_code))

const passkey = z.object({ id: z.uuid(), name: z.string(), created_at: instant, last_used_at: instant.nullable() })
export type Passkey = z.output<typeof passkey>

const recovery_codes = z.array(z.string())

const securityState = z.object({
  /** Whether an authenticator app is set up. */
  totp: z.boolean(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.int(),
  /** Until when an admin must have a second factor. Null: none is required. */
  required_by: instant.nullable()
})
export type SecurityState = z.output<typeof securityState>

export const getSecurity = endpoint({
  method: 'GET',
  path: '/profile/security',
  access: 'signed_in',
  summary: 'Get which second factors the caller has set up, without their secrets.',
  response: securityState
})

export const startTotp = endpoint({
  method: 'POST',
  path: '/profile/totp',
  access: 'signed_in',
  proof: 'or_new_session',
  summary: 'Get a secret for an authenticator app. Signing in stays as it was until the first code confirms it.',
  response: z.object({ secret: z.string(), otpauth_url: z.string() })
})

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/profile/totp/confirm',
  access: 'signed_in',
  summary: 'Confirm the authenticator app with a code. Returns ten recovery codes; earlier ones stop working.',
  body: z.object({ code: totpCode }),
  response: z.object({ recovery_codes })
})

export const deleteTotp = endpoint({
  method: 'DELETE',
  path: '/profile/totp',
  access: 'signed_in',
  proof: 'or_new_session',
  summary: 'Remove the authenticator app. Without another second factor, the recovery codes stop working.',
  status: 204,
  response: z.null()
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/profile/recovery-codes',
  access: 'signed_in',
  proof: 'or_new_session',
  summary: 'Get ten new recovery codes. Earlier ones stop working.',
  response: z.object({ recovery_codes })
})

export const passkeyCreationOptions = endpoint({
  method: 'POST',
  path: '/profile/passkeys/options',
  access: 'signed_in',
  proof: 'or_new_session',
  summary: 'Get the WebAuthn options with which a browser creates a passkey.',
  response: webAuthnOptions
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/profile/passkeys',
  access: 'signed_in',
  summary: 'Store a passkey that a browser has created. The first second factor returns ten recovery codes.',
  status: 201,
  body: z.object({ name: requiredText(TEXTS.passkey_name, PASSKEY_NAME_MAX), response: registrationResponse }),
  response: passkey.extend({ recovery_codes: recovery_codes.optional() })
})

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/profile/passkeys',
  access: 'signed_in',
  summary: 'List the caller’s passkeys, the oldest first.',
  response: z.object({ items: z.array(passkey) })
})

const params = z.object({ id: z.uuid().toLowerCase() })

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/profile/passkeys/:id',
  access: 'signed_in',
  summary: 'Rename one of the caller’s passkeys.',
  params,
  body: z.object({ name: requiredText(TEXTS.passkey_name, PASSKEY_NAME_MAX) }),
  response: passkey
})

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/profile/passkeys/:id',
  access: 'signed_in',
  proof: 'or_new_session',
  summary: 'Remove one of the caller’s passkeys. It cannot be used any more.',
  params,
  status: 204,
  response: z.null()
})

const CHALLENGE_MAX = 600

export const finishSignIn = endpoint({
  method: 'POST',
  path: '/auth/second-factor',
  access: 'anyone',
  summary: 'Sign in with the second factor, after the password. A challenge gives one session.',
  body: z.object({
    challenge: z.string().min(1, TEXTS.challenge).max(CHALLENGE_MAX, TEXTS.challenge),
    method: z.enum(SECOND_FACTORS),
    code: typedCode.optional(),
    response: signInResponse.optional(),
    /** For 30 days, this browser signs in with the password alone. Not for admins. */
    remember_browser: z.boolean().default(false)
  }),
  response: signedInAnswer
})

export const passkeySignInOptions = endpoint({
  method: 'POST',
  path: '/auth/passkey/options',
  access: 'anyone',
  summary: 'Get the WebAuthn options for signing in with a passkey, or for proving with one who you are.',
  response: webAuthnOptions
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey',
  access: 'anyone',
  summary: 'Sign in with a passkey alone. The authenticator must have verified the person.',
  body: z.object({ response: signInResponse, remember_me: z.boolean().default(true) }),
  response: signedInAnswer
})

export const prove = endpoint({
  method: 'POST',
  path: '/auth/proof',
  access: 'signed_in',
  summary: 'Prove again who you are, for calls that answer 409 proof_needed. It counts for this session.',
  body: z.object({
    method: z.enum(PROOF_WAYS),
    password: typedPassword(TEXTS.current_password).optional(),
    code: typedCode.optional(),
    response: signInResponse.optional()
  }),
  response: z.object({ proven_until: instant })
})
export type SentProof = z.input<typeof prove.body>

export const resetSecondFactor = endpoint({
  method: 'POST',
  path: '/admin/users/:id/reset-second-factor',
  access: ['admin'],
  grant: 'people',
  proof: true,
  summary: 'Remove every second factor of a user who has lost them, and end every session. The user is mailed.',
  params,
  body: z.object({ reason: requiredText(TEXTS.reset_reason, 500) }),
  status: 204,
  response: z.null()
})

export const refusals = defineRefusals({
  wrong_password: { status: 422, message: 'This is not your current password.' },
  wrong_totp: { status: 422, message: TEXTS.wrong_totp },
  wrong_recovery_code: { status: 422, message: 'This recovery code is incorrect or was used before.' },
  wrong_passkey: { status: 422, message: TEXTS.passkey_failed },
  challenge_ended: { status: 410, message: TEXTS.challenge },
  totp_not_started: { status: 409, message: 'Please start the set-up again.' },
  totp_not_set_up: { status: 404, message: 'No authenticator app is set up.' },
  no_second_factor: { status: 409, message: 'Set up an authenticator app or a passkey first.' },
  passkey_not_found: { status: 404, message: 'This passkey does not exist.' },
  passkey_known: { status: 409, message: 'This passkey is already added.' },
  too_many_passkeys: { status: 409, message: 'Please remove a passkey first.' },
  user_not_found: { status: 404, message: 'This user does not exist.' },
  own_account: { status: 409, message: 'Remove your own second factor on your profile.' }
})
