import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { checkOut } from '#licensing/contract.ts'
import { capturePayment } from '#payments/contract.ts'
import type { Db } from '#platform/database/connect.ts'
import { type Api, ApiError, createApi } from '#platform/web/api.ts'
import type { Plan } from '../reference/plan.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const EVERY_MS = 1000
/** A browser gives up on a call after this long, and its person tries again for this long. */
const CALL_MS = 8000
const PATIENCE_MS = 90_000
const PAUSE_MS = 400

export type Buyer = { id: string; api: Api; visit: Visitor; token: string }
/** `license_id` is what the buyer was told. Without it, the purchase was given up. */
export type Purchase = {
  buyer_id: string
  asset_id: string
  started: number
  ms?: number
  retries: number
  license_id?: string
  refusal?: string
}

/** Creates people who are signed in. */
export async function createPeople(plan: Plan, db: Db, role: 'client' | 'employee' | 'admin', count: number): Promise<Buyer[]> {
  const people: Buyer[] = []
  for (let number = 0; number < count; number += 1) {
    const name = `drill-${role}-${randomUUID().slice(0, 8)}`
    const { rows } = await sql<{ id: string }>`insert into accounts."user" (name, email, role, email_verified, created_at)
      values (${name}, ${`${name}@example.com`}, ${role}, true, now()) returning id`.execute(db)
    const [user] = rows
    if (!user) throw new Error('No person was created.')
    const token = await signIn(db, user.id)
    const visit = openVisitor(plan, 100 + number)
    people.push({ id: user.id, api: apiOf(visit, token), visit, token })
  }
  return people
}

/** Returns the token of a session. */
export async function signIn(db: Db, user_id: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`insert into accounts.session (token_hash, user_id, created_at, expires_at, ip, user_agent, last_seen_at)
    values (${createHash('sha256').update(token).digest()}, ${user_id}, now(), now() + interval '1 day', '', '', now())`.execute(db)
  return token
}

const apiOf = (visit: Visitor, token: string): Api =>
  createApi(async ({ url, method, headers, body }) => {
    const form = body instanceof FormData ? new Request('http://form', { method: 'POST', body }) : undefined
    const sent = form ? Buffer.from(await form.arrayBuffer()) : (body as string | undefined)
    const type = form?.headers.get('content-type')
    const all = { ...headers, ...(type && { 'content-type': type }), authorization: `Bearer ${token}` }
    const answer = await visit(url, { method, headers: all, timeout_ms: CALL_MS, ...(sent !== undefined && { body: sent }) })
    return {
      ok: answer.status < 400,
      status: answer.status,
      headers: { get: (name) => (answer.headers[name] === undefined ? null : String(answer.headers[name])) },
      text: async () => answer.body.toString()
    }
  })

const PASSING = new Set(['in_progress', 'payment_in_progress', 'busy', 'unknown'])
const isPassing = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500 || PASSING.has(error.body.code)

/** Repeats a call that got no answer, or one that says to try again, with the same Idempotency-Key. */
async function persist<T>(purchase: Purchase, call: () => Promise<T>, isDone: (answer: T) => boolean = () => true): Promise<T | undefined> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(PAUSE_MS)) {
    try {
      const answer = await call()
      if (isDone(answer)) return answer
    } catch (error) {
      if (!isPassing(error)) {
        purchase.refusal = (error as ApiError).body.code
        return undefined
      }
    }
    purchase.retries += 1
  }
  purchase.refusal = 'no answer'
  return undefined
}

async function approve({ ports }: Plan, order_id: string): Promise<true> {
  const { ok, status } = await fetch(`http://127.0.0.1:${ports.paypal}/sandbox/orders/${order_id}/approve`, {
    method: 'POST',
    signal: AbortSignal.timeout(CALL_MS)
  })
  if (!ok && status >= 500) throw new Error(`PayPal answered ${status}`)
  return true
}

async function buy(plan: Plan, { api }: Buyer, purchase: Purchase): Promise<void> {
  const body = { asset_id: purchase.asset_id, license_type: 'personal' as const, terms_accepted: true as const }
  const first = { idempotency_key: randomUUID() }
  const started = await persist(purchase, () => api(checkOut, { body }, first))
  if (started?.license_id) purchase.license_id = started.license_id
  const { payment_id, provider_order_id } = started ?? {}
  if (!payment_id || !provider_order_id) return
  if (!(await persist(purchase, () => approve(plan, provider_order_id)))) return
  const second = { idempotency_key: randomUUID() }
  const capture = () => api(capturePayment, { params: { payment_id }, body: {} }, second)
  const paid = await persist(purchase, capture, ({ status, license_id }) => status === 'captured' && license_id !== null)
  if (paid?.license_id) purchase.license_id = paid.license_id
}

/** Starts one purchase every second: each buyer buys each asset once. */
export function startBuying(plan: Plan, buyers: readonly Buyer[], asset_ids: readonly string[]) {
  const purchases: Purchase[] = []
  const open = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const number = purchases.length
    const buyer = buyers[number % buyers.length]!
    const asset_id = asset_ids[Math.floor(number / buyers.length) % asset_ids.length]!
    const purchase: Purchase = { buyer_id: buyer.id, asset_id, started: Date.now(), retries: 0 }
    purchases.push(purchase)
    const one = buy(plan, buyer, purchase).finally(() => {
      purchase.ms = Date.now() - purchase.started
      open.delete(one)
    })
    open.add(one)
  }, EVERY_MS)
  return {
    purchases,
    stop: async () => {
      clearInterval(timer)
      await Promise.all(open)
    }
  }
}
