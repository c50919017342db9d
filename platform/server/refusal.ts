import { type Grant, type KeyScope, missingGrantText, type ProofWay, type Refusals } from '#platform/contract/index.ts'

type Details = { fields?: Record<string, string>; retry_after?: number; message?: string; cause?: unknown; ways?: ProofWay[] }

/** An expected error with a code, a status, and a text for the person. Anything else that is thrown is a bug and answers 500. */
export class Refusal extends Error {
  readonly code: string
  readonly status: number
  readonly fields: Record<string, string> | undefined
  /** Seconds to wait, for a 429. */
  readonly retryAfter: number | undefined
  /** How the caller can prove who they are, for a 409 `proof_needed`. */
  readonly ways: ProofWay[] | undefined

  constructor(code: string, status: number, message: string, { fields, retry_after, cause, ways }: Details = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'Refusal'
    this.code = code
    this.status = status
    this.fields = fields
    this.retryAfter = retry_after
    this.ways = ways
  }
}

export const refuse = <R extends Refusals>(table: R, code: keyof R & string, details: Details = {}): Refusal =>
  new Refusal(code, table[code]!.status, details.message ?? table[code]!.message, details)

/** The refusals that all endpoints share. */
export const keyReused = () => new Refusal('idempotency_key_reused', 409, 'This Idempotency-Key was used with other data.')
export const signedOut = () => new Refusal('signed_out', 401, 'Please log in first.')
export const wrongRole = () => new Refusal('wrong_role', 403, 'You may not do that.')
export const secondFactorRequired = () =>
  new Refusal('second_factor_required', 409, 'Admins need a second factor. Please set one up on your profile first.')
/** Like `cross_origin`, it says nothing about the role, so it does not end the session. */
export const missingGrant = (needed: readonly Grant[]) => new Refusal('missing_grant', 403, missingGrantText(needed))
/** These three are about an API key, not about a person's role. */
export const notForKeys = () => new Refusal('not_for_keys', 403, 'This call cannot be made with an API key.')
export const originNotAllowed = () => new Refusal('origin_not_allowed', 403, 'This API key may not be used from this page.')
export const missingScope = (scope: KeyScope) => new Refusal('missing_scope', 403, `This API key lacks the scope ${scope}.`)
export const notFound = (message = 'Not found.') => new Refusal('not_found', 404, message)
