import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type Ctx, countSince, type Db } from '#platform/server/index.ts'
import { CHALLENGE_MINUTES, CHALLENGE_TRIES } from '../../rules.ts'

/* Challenges are signed instead of stored, so that asking for one writes nothing. That they count once is counted where they are used. */

type Secret = Pick<Ctx, 'now' | 'ports'>

const LASTS_MS = CHALLENGE_MINUTES * 60_000
const SIGNATURE_BYTES = 16

const signatureOf = ({ ports }: Secret, purpose: string, text: string | Buffer): Buffer =>
  createHmac('sha256', ports.settings.session_secret).update(`${purpose}\n`).update(text).digest().subarray(0, SIGNATURE_BYTES)

const isSame = (given: Buffer, right: Buffer): boolean => given.length === right.length && timingSafeEqual(given, right)

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

const signIn = z.object({ user_id: z.uuid(), remember_me: z.boolean(), password: z.string(), at: z.int(), nonce: z.string() })

/** A sign-in whose password was right, and which waits for the second factor. */
export type SignInChallenge = { text: string; user_id: string; remember_me: boolean; password: string; opened_at: Date }

/** Stands for the password that was right. Another password has another mark. */
export const passwordMark = (hash: string): string => hashOf(hash).slice(0, 16)

const SIGN_IN = 'second factor'

export function newSignInChallenge(
  ctx: Secret,
  { user_id, remember_me, password }: Pick<SignInChallenge, 'user_id' | 'remember_me' | 'password'>
): string {
  const content = { user_id, remember_me, password, at: ctx.now.getTime(), nonce: randomBytes(16).toString('base64url') }
  const text = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${text}.${signatureOf(ctx, SIGN_IN, text).toString('base64url')}`
}

/** Returns undefined if this product did not sign the challenge, or if it has expired. */
export function readSignInChallenge(ctx: Secret, challenge: string): SignInChallenge | undefined {
  const [text = '', signature = ''] = challenge.split('.')
  if (!isSame(Buffer.from(signature, 'base64url'), signatureOf(ctx, SIGN_IN, text))) return undefined
  const { at, ...content } = signIn.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  return at + LASTS_MS > ctx.now.getTime() ? { text, ...content, opened_at: new Date(at) } : undefined
}

/** Counts an attempt at the second factor and returns whether it may be compared. Counted outside the transaction, so that a refusal cannot roll it back. */
export const isChallengeOpen = async ({ pool }: Ctx, { text, opened_at }: SignInChallenge): Promise<boolean> =>
  (await countSince(pool, `accounts.challenge-try.${hashOf(text)}`, opened_at.getTime() / 1000)) <= CHALLENGE_TRIES

/** Uses up something that counts once, in the transaction that it belongs to. Returns false if it was used before. */
export const takeOnce = async (db: Db, what: string, at: Date): Promise<boolean> =>
  (await countSince(db, `accounts.used.${hashOf(what)}`, Math.floor(at.getTime() / 1000))) === 1

const RANDOM_BYTES = 16
const TIME_BYTES = 4

/** The bytes that a passkey signs: random ones, the time at which they expire, and our signature. `purpose` names what they are for. */
export function newPasskeyChallenge(ctx: Secret, purpose: string): Buffer<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUInt32BE(Math.floor((ctx.now.getTime() + LASTS_MS) / 1000))
  const text = Buffer.concat([randomBytes(RANDOM_BYTES), time])
  return Buffer.concat([text, signatureOf(ctx, purpose, text)])
}

/** Returns when a challenge expires, or undefined if it has, or is not ours, or is for something else. */
export function passkeyChallengeExpiry(ctx: Secret, purpose: string, challenge: string): Date | undefined {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== RANDOM_BYTES + TIME_BYTES + SIGNATURE_BYTES) return undefined
  const text = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES)
  if (!isSame(bytes.subarray(text.length), signatureOf(ctx, purpose, text))) return undefined
  const expires = new Date(text.readUInt32BE(RANDOM_BYTES) * 1000)
  return expires > ctx.now ? expires : undefined
}
