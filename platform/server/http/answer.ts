import type { z } from 'zod'
import { type Answer, type Endpoint, grantsFor, isPending, isStorable, type Received } from '#platform/contract/index.ts'
import type { Actor, ApiKey, Ctx } from '../context.ts'
import { once } from '../idempotency.ts'
import { requireProof } from '../proof.ts'
import { missingGrant, missingScope, notForKeys, notFound, Refusal, secondFactorRequired, signedOut, wrongRole } from '../refusal.ts'
import { inputWords } from './input-words.ts'
import { knownJson } from './known-json.ts'
import { strip } from './strip.ts'

export type Handler<E extends Endpoint> = (ctx: Ctx, received: Received<E>) => Promise<z.input<E['response']>>

/** A call before validation. */
export type Arrived = { params?: unknown; query?: unknown; body?: unknown; idempotency_key?: string | undefined }

/** Answers one call of an endpoint, over HTTP or in process: checks access, validates, asks for a fresh proof where one is needed, runs the handler, and strips what the contract does not name. */
export async function answer<E extends Endpoint>(e: E, handler: Handler<E>, ctx: Ctx, arrived: Arrived): Promise<Answer<E>> {
  return (await answerAs(reduce, e, handler, ctx, arrived)) as Answer<E>
}

/** The same for a call over HTTP. An answer whose JSON is known comes as JSON. */
export const answerHttp = <E extends Endpoint>(e: E, handler: Handler<E>, ctx: Ctx, arrived: Arrived): Promise<unknown> =>
  answerAs(toSent, e, handler, ctx, arrived)

type Finish = (e: Endpoint, ctx: Pick<Ctx, 'ports'>, result: unknown) => unknown

async function answerAs<E extends Endpoint>(finish: Finish, e: E, handler: Handler<E>, ctx: Ctx, arrived: Arrived): Promise<unknown> {
  requireAccess(e, ctx)
  requireKeyBody(e, ctx, arrived)
  const received = receive(e, arrived)
  // Before the Idempotency-Key, which stays free for the call after the proof.
  await requireProof(e, ctx)
  const own: Ctx = e.reads === 'replica' ? { ...ctx, db: ctx.read } : ctx
  const key = e.idempotent ? arrived.idempotency_key : undefined
  // What is stored for the next call with this key is an object.
  const work = async () => (key ? reduce : finish)(e, ctx, await handler(own, received))
  const result = key ? await once(ctx, { key, endpoint: nameOf(e), body: [arrived.params, arrived.body] }, work) : await work()
  // Also for an answer that is repeated.
  if (e.waits && isPending(result)) ctx.outgoing.status = 202
  return result
}

/** Strips what the contract does not name. Where answers are checked, one that breaks another rule of its contract is an error. */
export const reduce: Finish = ({ response }, { ports }, result) =>
  ports.settings.checks_answers ? response.parse(result) : strip(response, result)

const toSent: Finish = (e, ctx, result) => (ctx.ports.settings.checks_answers ? undefined : knownJson(e, result)) ?? reduce(e, ctx, result)

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

export function requireAccess(e: Endpoint, { actor, key }: Ctx): void {
  const { access } = e
  if (key) requireKeyAccess(e, key)
  if (access === 'anyone') return
  if (!actor) throw signedOut()
  if (access === 'signed_in') return
  if (!access.includes(actor.role)) throw wrongRole()
  if (actor.lacks_second_factor) throw secondFactorRequired()
  if (actor.role === 'admin') requireGrant(e, actor)
}

/** Refuses a key whose scopes do not open the endpoint, whoever owns it. */
export function requireKeyAccess({ key_scope }: Endpoint, { scopes }: ApiKey): void {
  if (!key_scope) throw notForKeys()
  if (!scopes.includes(key_scope)) throw missingScope(key_scope)
}

/** Before validation: what a key may not do is refused as such, whatever else is wrong with the call. */
function requireKeyBody({ key_body = {} }: Endpoint, { key }: Ctx, { body }: Arrived): void {
  if (!key) return
  const sent = Object(body) as Readonly<Record<string, unknown>>
  if (Object.entries(key_body).some(([name, value]) => sent[name] !== value)) throw notForKeys()
}

function requireGrant(e: Endpoint, { grants }: Actor): void {
  const needed = grantsFor(e)
  if (!needed.some((grant) => grants.includes(grant))) throw missingGrant(needed)
  if (e.also_grant && !grants.includes(e.also_grant)) throw missingGrant([e.also_grant])
}

/** Validates a call. Invalid path parameters are a 404; an invalid query or body is a 422 with its fields. */
export function receive<E extends Endpoint>(e: E, { params, query, body }: Arrived): Received<E> {
  return {
    ...(e.params && { params: checked(e.params, params, notFound) }),
    ...(e.query && { query: checked(e.query, query ?? {}, invalid) }),
    ...(e.body && { body: checked(e.body, body ?? {}, invalid) })
  } as Received<E>
}

function checked(schema: z.ZodType, value: unknown, refusal: (message?: string, fields?: Record<string, string>) => Refusal): unknown {
  const path = findUnstorable(value, { values_left: MAX_VALUES })
  if (path) throw refusal(UNSTORABLE, { [path.join('.') || 'form']: UNSTORABLE })
  const result = schema.safeParse(value, { error: inputWords })
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'form'] ??= issue.message
  throw refusal(Object.values(fields)[0], fields)
}

const invalid = (message = 'Please check your input.', fields: Record<string, string> = {}) =>
  new Refusal('invalid_fields', 422, message, { fields })

const UNSTORABLE = 'This text contains characters that cannot be stored.'
/** No contract is nested this deeply, and code that walks a deeper value could overflow the stack. */
const MAX_DEPTH = 32
/** More than any contract takes, and few enough to walk in a few milliseconds. */
const MAX_VALUES = 10_000

const countValues = (value: object): number => (Array.isArray(value) ? value.length : Object.keys(value).length)

/** Returns the path of the first text that PostgreSQL cannot store. Refuses a value that is nested too deep or has too many parts for any contract. */
function findUnstorable(value: unknown, budget: { values_left: number }, depth = MAX_DEPTH): readonly string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === 0) throw new Refusal('malformed', 400, 'The request is nested too deep.')
  // Before the list of entries exists, which costs far more than the body.
  budget.values_left -= countValues(value)
  if (budget.values_left < 0) throw new Refusal('malformed', 400, 'The request has too many parts.')
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return []
    const found = findUnstorable(inner, budget, depth - 1)
    if (found) return [key, ...found]
  }
  return undefined
}
