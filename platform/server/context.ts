import type { Grant, KeyScope, ProofWay, Role } from '#platform/contract/index.ts'
import type { Connection, Db, Tx } from '#platform/database/connect.ts'
import type { Log } from './log/log.ts'
import { signedOut } from './refusal.ts'

export type { Db, Tx }

/** The caller, as read from the database for this call. */
export type Actor = {
  id: string
  role: Role
  /** What an admin may do. Empty for everyone else. */
  grants: readonly Grant[]
  name: string
  email: string
  avatar_url: string | null
  brand_color: string | null
  /** By which the person filters the catalogue. */
  remembered_origin: string | null
  session_id: string
  session_opened_at: Date
  /** When the person last proved in this session who they are. */
  proven_at: Date | null
  /** An admin who must set up a second factor before anything that only admins may do. */
  lacks_second_factor: boolean
}

/** The API key that a call is made with. The actor is then the key's owner. */
export type ApiKey = {
  id: string
  scopes: readonly KeyScope[]
  /** Empty: every origin. */
  allowed_origins: readonly string[]
  per_minute: number
  last_used_at: Date | null
}

/** What knows how the caller can prove who they are. */
export type Proofs = { waysOf(ctx: Ctx): Promise<ProofWay[]> }

/** What the code reaches outside the database. Parts add their ports by declaration merging. */
export interface Ports {
  jobs: import('./jobs/jobs.ts').Jobs
  mail: import('./mail/mail.ts').Mail
  files: import('./files/files.ts').Files
  disk: import('./files/disk.ts').Disk
  /** Undefined: this process sends stored files itself. */
  accel?: import('./files/accel-redirect.ts').AccelRedirect | undefined
  scanner: import('./scanning/scanner.ts').Scanner
  listener: import('./http/listener.ts').Listener
  proofs: Proofs
  settings: AppSettings
}

export type AppSettings = {
  brand_name: string
  /** The shop's pages on social networks: https addresses. */
  social_links: readonly string[]
  support_email: string
  /** The address of the product, without a trailing slash. */
  public_url: string
  session_secret: string
  production: boolean
  /** Whether strangers can reach this installation. Demo accounts and the built-in mailbox are then closed. */
  exposed: boolean
  /** Whether answers are checked against every rule of their contract, in development and in tests. Fields that it does not name are stripped either way. */
  checks_answers?: boolean
  /** An admin must have a second factor this many days after getting the role. Undefined: never. */
  admin_second_factor_days?: number | undefined
  /** The folder in which uploads are spooled before they are stored. */
  temp_dir: string
  /** Room in memory for public previews, per process. 0: their bytes are always read from the file store. */
  preview_cache_bytes?: number
}

/** The details of the call. */
export type Caller = {
  ip: string
  user_agent: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Whether the call is authenticated by the session cookie alone, without a bearer token. */
  by_cookie: boolean
}

/** What is sent in addition to the answer: cookies and paging headers. */
export type Outgoing = { status?: number; headers: [name: string, value: string][] }

export type Ctx<D extends Db = Db> = {
  db: D
  /** The pool, outside any transaction: for counters that must survive a rollback. */
  pool: Connection
  /** For public reads alone: a replica for visitors' calls, otherwise the primary. An endpoint with `reads: 'replica'` gets it as its `db`. */
  read: Db
  now: Date
  actor: Actor | null
  /** Null: the call is made by a visitor, by a session, or by the product itself. */
  key: ApiKey | null
  ports: Ports
  caller: Caller
  /** Bound with the request and the person's id, or with the job. Every cause is logged once, where it is understood. */
  log: Log
  outgoing: Outgoing
  /** Runs after the commit and the answer, for work that may be lost. Work that must not be lost is a job, sent inside the transaction. */
  afterCommit(work: () => Promise<void>): void
}

/** Runs the steps in one transaction, or joins an open one. Work passed to afterCommit runs only after the commit. */
export async function inTransaction<T>(ctx: Ctx, steps: (ctx: Ctx<Tx>) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return steps(ctx as Ctx<Tx>)
  const works: (() => Promise<void>)[] = []
  const result = await ctx.db.transaction().execute((tx) => steps({ ...ctx, db: tx, afterCommit: (work) => void works.push(work) }))
  for (const work of works) ctx.afterCommit(work)
  return result
}

export function signedIn({ actor }: Ctx): Actor {
  if (!actor) throw signedOut()
  return actor
}

/** Returns the call's Idempotency-Key, or null if it has none. */
export function requestKey({ caller }: Ctx): string | null {
  const key = caller.headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? key : null
}

export function setHeader({ outgoing }: Ctx, name: string, value: string): void {
  outgoing.headers.push([name, value])
}

/** For lists that are answered as plain arrays: sends the total and the neighboring pages as headers. `path` is the call's own path with its query, without the page. */
export function setPage(ctx: Ctx, { page, page_size, total }: { page: number; page_size: number; total: number }, path: string): void {
  setHeader(ctx, 'x-total-count', String(total))
  const last = Math.max(1, Math.ceil(total / page_size))
  const at = (to: number, rel: string) => `<${path}${path.includes('?') ? '&' : '?'}page=${to}>; rel="${rel}"`
  const links = [page < last ? at(page + 1, 'next') : '', page > 1 ? at(Math.min(page - 1, last), 'prev') : ''].filter(Boolean)
  if (links.length > 0) setHeader(ctx, 'link', links.join(', '))
}
