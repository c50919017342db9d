import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Api, ApiError, createApi } from '#platform/web/api.ts'
import type { Rig } from './rig.ts'

export type Role = 'client' | 'employee' | 'admin'
export type Person = { id: string; email: string; role: Role; api: Api }

const SESSION = '400 days'
const CALL_MS = 6000
const PAUSE_MS = 150
/** How long a person repeats a call that did not work before giving up. */
const PATIENCE_MS = 10_000

/** Creates signed-in people. */
export async function createPeople(rig: Rig, role: Role, names: readonly string[]): Promise<Person[]> {
  const people: Person[] = []
  for (const name of names) {
    const email = `${name}@example.com`
    const { rows } = await sql<{ id: string }>`
      insert into accounts."user" (name, email, role, email_verified, created_at)
      values (${name}, ${email}, ${role}, true, ${rig.now()}) returning id`.execute(rig.db)
    const [row] = rows
    if (row) people.push({ id: row.id, email, role, api: apiOf(rig, await signIn(rig, row.id)) })
  }
  return people
}

/** Signs a person in again, whose session has ended meanwhile. */
export const returning = async (rig: Rig, person: Person): Promise<Person> => ({ ...person, api: apiOf(rig, await signIn(rig, person.id)) })

async function signIn({ db, now }: Rig, user_id: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  // Schedules move the clock, and nobody is there to prove again who they are.
  await sql`insert into accounts.session (token_hash, user_id, created_at, expires_at, proven_at, ip, user_agent, last_seen_at)
    select ${createHash('sha256').update(token).digest()}, ${user_id}, at, at + ${SESSION}::interval, at + ${SESSION}::interval, '', '', at
    from (select ${now()}::timestamptz as at) as clock`.execute(db)
  return token
}

const apiOf = ({ url }: Rig, token: string): Api =>
  createApi(({ url: path, method, headers, body }) =>
    fetch(url + path, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(CALL_MS),
      ...(body === undefined ? {} : { body })
    })
  )

const PASSING = new Set(['in_progress', 'payment_in_progress', 'storage_full', 'busy'])
/** The person got no answer, or one that says to try again. */
const isPassing = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500 || PASSING.has(error.body.code)

export type Outcome<T> = { how: 'answered'; answer: T } | { how: 'refused'; code: string } | { how: 'given up'; error: unknown }

/** Repeats a call until it is answered or refused, as people and their browsers do. */
export async function repeat<T>(
  call: () => Promise<T>,
  until: (answer: T) => boolean = () => true,
  patience_ms = PATIENCE_MS
): Promise<Outcome<T>> {
  let last: unknown = 'never answered as expected'
  for (const end = Date.now() + patience_ms; Date.now() < end; await wait(PAUSE_MS)) {
    try {
      const answer = await call()
      if (until(answer)) return { how: 'answered', answer }
    } catch (error) {
      if (!isPassing(error)) return { how: 'refused', code: (error as ApiError).body.code }
      last = error
    }
  }
  return { how: 'given up', error: last }
}

/** Does what a person does on PayPal's pages. A repeated approval is refused, because the first one worked. */
export async function atPayPal({ sandbox_url }: Rig, path: string): Promise<true> {
  const { ok, status } = await fetch(`${sandbox_url}/sandbox${path}`, { method: 'POST', signal: AbortSignal.timeout(5000) })
  if (!ok && status >= 500) throw new Error(`PayPal answered ${status}`)
  return true
}
