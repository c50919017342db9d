import type { z } from 'zod'
import type { EndpointGrant, Grant } from './grants.ts'
import type { KeyScope } from './key-scopes.ts'

export const ROLES = ['client', 'employee', 'admin'] as const
export type Role = (typeof ROLES)[number]
export type Access = 'anyone' | 'signed_in' | readonly Role[]

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api, without a trailing slash. */
  path: `/${string}`
  access: Access
  /** Which grant an admin needs. Every endpoint that admins may call because they are admins names one. */
  grant?: EndpointGrant
  /** A second grant that an admin needs as well. */
  also_grant?: Grant
  /** Whether the grant `read_only` is not enough, although it is a GET: government IDs, for example. */
  is_sensitive?: boolean
  /** An API key with this scope may call it, as its owner. Without it, no key may. */
  key_scope?: KeyScope
  /** Fields of the body that a call with an API key must have with these values. */
  key_body?: Readonly<Record<string, string | boolean>>
  /** One line for readers of the API description. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The longest JSON body. 256 KB unless set. */
  max_body_bytes?: number
  /** Names of the files in a multipart body; its other fields are `body`. */
  files?: readonly string[]
  /** The shape of a successful answer. Fields that it does not name are stripped. A `file` endpoint answers bytes instead. */
  response: z.ZodType
  kind?: 'json' | 'file'
  /** The status of a successful answer. 200 unless set. */
  status?: number
  /** Its handler only reads, through `ctx.db`, what every visitor may see. `ctx.db` is then `ctx.read`, which may be a replica a little behind. */
  reads?: 'replica'
  /**
   * Whether everyone without a session gets the same answer until public data changes, so that it may be cached.
   * It must depend on nothing but the parameters, what the page_changes notifications report, and free windows.
   */
  is_shared?: boolean
  /** Whether it honors an Idempotency-Key header. */
  idempotent?: boolean
  /** Whether it may wait for a second admin. Then nothing happens yet, and its answer is `pending`, with status 202. */
  waits?: boolean
  /** The caller must have proven within PROOF_MINUTES who they are. Signing in is a proof, and so is `POST /auth/proof`. `or_new_session`: a session that was opened within that time by an emailed code counts too. */
  proof?: true | 'or_new_session'
}

type NamesItsGrant<E extends Endpoint> = E['access'] extends readonly (infer R)[]
  ? 'admin' extends R
    ? { grant: EndpointGrant }
    : unknown
  : unknown

/** Defines an endpoint. One that admins may call does not compile without its grant. */
export const endpoint = <const E extends Endpoint>(definition: E & NamesItsGrant<E>): E => definition

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body', D extends 'in' | 'out'> = E[K] extends z.ZodType
  ? { [P in K]: D extends 'in' ? z.input<E[K]> : z.output<E[K]> }
  : unknown

/** What a caller of the endpoint sends. Files are sent as a form. */
export type Sent<E extends Endpoint> = Part<E, 'params', 'in'> & Part<E, 'query', 'in'> & SentBody<E>
type SentBody<E extends Endpoint> = E['files'] extends readonly string[] ? { body: FormData } : Part<E, 'body', 'in'>
/** What the endpoint's handler receives, after validation. */
export type Received<E extends Endpoint> = Part<E, 'params', 'out'> & Part<E, 'query', 'out'> & Part<E, 'body', 'out'>
export type Answer<E extends Endpoint> = z.output<E['response']>
