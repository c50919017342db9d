import type { z } from 'zod'
import { type Answer, type Endpoint, isStorable, type Received } from '#platform/contract/index.ts'
import type { Ctx } from './context.ts'
import { once } from './idempotency.ts'
import { notFound, Refusal, signedOut, wrongRole } from './refusal.ts'

export type Handler<E extends Endpoint> = (ctx: Ctx, received: Received<E>) => Promise<z.input<E['response']>>

/** What arrives, before anything is believed. */
export type Arrived = { params?: unknown; query?: unknown; body?: unknown; idempotency_key?: string | undefined }

/** One call of one endpoint, by HTTP or in process: access, shapes, the work, and an answer that holds only what the contract names. */
export async function answer<E extends Endpoint>(e: E, handler: Handler<E>, ctx: Ctx, arrived: Arrived): Promise<Answer<E>> {
  requireAccess(e, ctx)
  const received = receive(e, arrived)
  const work = async () => e.response.parse(await handler(ctx, received)) as Answer<E>
  if (!e.idempotent || !arrived.idempotency_key) return work()
  return once(ctx, { key: arrived.idempotency_key, endpoint: nameOf(e), body: [arrived.params, arrived.body] }, work)
}

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

export function requireAccess({ access }: Endpoint, { actor }: Ctx): void {
  if (access === 'anyone') return
  if (!actor) throw signedOut()
  if (access !== 'signed_in' && !access.includes(actor.role)) throw wrongRole()
}

/** An address that names nothing is a 404; a query or a body that does not fit is a 422 with its fields. */
export function receive<E extends Endpoint>(e: E, { params, query, body }: Arrived): Received<E> {
  return {
    ...(e.params && { params: checked(e.params, params, notFound) }),
    ...(e.query && { query: checked(e.query, query ?? {}, invalid) }),
    ...(e.body && { body: checked(e.body, body ?? {}, invalid) })
  } as Received<E>
}

function checked(schema: z.ZodType, value: unknown, refusal: (message?: string, fields?: Record<string, string>) => Refusal): unknown {
  if (isTooDeep(value)) throw new Refusal('malformed', 400, 'The request is nested too deep.')
  const odd = unstorable(value)
  if (odd)
    throw refusal('This text holds characters that cannot be stored.', { [odd]: 'This text holds characters that cannot be stored.' })
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'form'] ??= issue.message
  throw refusal(Object.values(fields)[0], fields)
}

const invalid = (message = 'Please check your input.', fields: Record<string, string> = {}) =>
  new Refusal('invalid_fields', 422, message, { fields })

/** Nothing of ours is nested this far, and what walks a value after this would run out of stack. */
const DEEPEST = 32

function isTooDeep(value: unknown, left = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1))
}

/** The path of the first text that PostgreSQL could not store. */
function unstorable(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path || 'form'
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return path || 'form'
    const found = unstorable(inner, path ? `${path}.${key}` : key)
    if (found) return found
  }
  return undefined
}
