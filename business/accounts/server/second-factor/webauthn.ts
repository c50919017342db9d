import type { AuthenticatorTransport } from '@simplewebauthn/server'
import { type Ctx, refuse } from '#platform/server/index.ts'
import { CHALLENGE_MINUTES } from '../../rules.ts'
import { type PasskeyResponse, type RegistrationResponse, refusals } from '../../security.contract.ts'
import { newPasskeyChallenge, passkeyChallengeExpiry } from './challenges.ts'

/** Loaded by the first passkey: few people have one, and every process would hold the library. */
const library = () => import('@simplewebauthn/server')

type Place = Pick<Ctx, 'now' | 'ports'>

/** Passkeys belong to the host of PUBLIC_URL and work on its origin alone. */
const partyOf = ({ ports }: Place) => {
  const { hostname, origin } = new URL(ports.settings.public_url)
  return { rpID: hostname, expectedRPID: hostname, expectedOrigin: origin }
}

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000

type Known = { credential_id: Buffer; transports: readonly string[] }

const described = ({ credential_id, transports }: Known) => ({
  id: credential_id.toString('base64url'),
  transports: transports as AuthenticatorTransport[]
})

/** ES256, EdDSA, and RS256: the algorithms of nearly all authenticators. */
const ALGORITHMS = [-7, -8, -257]

type Owner = { id: string; name: string; email: string }

const registrationOf = (user_id: string): string => `new passkey ${user_id}`

/** The options with which a browser creates a passkey. No attestation: which maker an authenticator has is not our business. */
export const creationOptions = async (
  ctx: Place,
  { id, name, email }: Owner,
  known: readonly Known[]
): Promise<Record<string, unknown>> => ({
  ...(await (
    await library()
  ).generateRegistrationOptions({
    rpName: ctx.ports.settings.brand_name,
    rpID: partyOf(ctx).rpID,
    userID: new Uint8Array(Buffer.from(id)),
    userName: email,
    userDisplayName: name,
    challenge: newPasskeyChallenge(ctx, registrationOf(id)),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS
  }))
})

/** What the response to a challenge proves, apart from who owns the key. `once`: the challenge, and until when it must not count again. */
export type Once = { challenge: string; expires: Date }
export type Created = { credential_id: Buffer; public_key: Buffer; use_counter: number; transports: string[]; once: Once }

const wrongPasskey = (cause?: unknown) => refuse(refusals, 'wrong_passkey', { cause })

/** Checks a new passkey. */
export async function checkCreated(ctx: Place, user_id: string, response: RegistrationResponse): Promise<Created> {
  const { accept, accepted } = challengeFor(ctx, registrationOf(user_id))
  const { verifyRegistrationResponse } = await library()
  const result = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {}, authenticatorAttachment: undefined } as never,
    expectedChallenge: accept,
    ...partyOf(ctx),
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS
  }).catch((cause: unknown) => {
    throw wrongPasskey(cause)
  })
  if (!result.verified) throw wrongPasskey()
  const { id, publicKey, counter } = result.registrationInfo.credential
  const { transports = [] } = response.response
  return {
    credential_id: Buffer.from(id, 'base64url'),
    public_key: Buffer.from(publicKey),
    use_counter: counter,
    transports,
    once: accepted()
  }
}

type Asking = {
  /** What the challenge is for. */
  purpose: string
  /** Whether the authenticator must verify the person, by a PIN or a fingerprint. */
  verified: boolean
  /** The passkeys to choose from. None: the browser offers those that it knows. */
  known?: readonly Known[]
}

/** The options with which a browser uses a passkey. */
export const requestOptions = async (ctx: Place, { purpose, verified, known = [] }: Asking): Promise<Record<string, unknown>> => ({
  ...(await (
    await library()
  ).generateAuthenticationOptions({
    rpID: partyOf(ctx).rpID,
    challenge: newPasskeyChallenge(ctx, purpose),
    timeout: TIMEOUT_MS,
    // After the password, having the device is enough: 'preferred' would fail where the fingerprint does.
    userVerification: verified ? 'required' : 'discouraged',
    allowCredentials: known.map(described)
  }))
})

type Stored = Known & { public_key: Buffer; use_counter: number }

/** Checks the use of a passkey and returns its new counter. A counter that does not grow is a copy of the key, and is refused. */
export async function checkUse(
  ctx: Place,
  { purpose, verified }: Omit<Asking, 'known'>,
  stored: Stored,
  response: PasskeyResponse
): Promise<{ use_counter: number; once: Once }> {
  const { accept, accepted } = challengeFor(ctx, purpose)
  const { verifyAuthenticationResponse } = await library()
  const result = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {}, authenticatorAttachment: undefined } as never,
    expectedChallenge: accept,
    ...partyOf(ctx),
    requireUserVerification: verified,
    credential: { ...described(stored), publicKey: new Uint8Array(stored.public_key), counter: stored.use_counter }
  }).catch((cause: unknown) => {
    throw wrongPasskey(cause)
  })
  if (!result.verified) throw wrongPasskey()
  return { use_counter: result.authenticationInfo.newCounter, once: accepted() }
}

/** Accepts our own challenges for one purpose, and remembers the one that was accepted. */
function challengeFor(ctx: Place, purpose: string) {
  let once: Once | undefined
  return {
    accept: (challenge: string): boolean => {
      const expires = passkeyChallengeExpiry(ctx, purpose, challenge)
      once = expires && { challenge, expires }
      return once !== undefined
    },
    accepted: (): Once => {
      if (!once) throw wrongPasskey()
      return once
    }
  }
}
