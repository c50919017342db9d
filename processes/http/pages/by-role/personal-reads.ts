import type { FastifyInstance } from 'fastify'
import type { Role } from '#platform/contract/index.ts'
import { type Actor, type Caller, type Ctx, nameOf, Refusal } from '#platform/server/index.ts'
import type { Api } from '#platform/web/api.ts'
import { inProcessApi } from '../in-process-api.ts'

/** What a page read while it was rendered for a stand-in. */
export type Reads = { isPersonal: boolean }

type Call = { app: FastifyInstance; ctx: Ctx; role: Role; reads: Reads }

/**
 * The API for a page that is rendered for everyone of a role. It answers only what is shared between all visitors, and notices when an
 * answer depends on more of the caller than the role: such a page is for one person.
 */
export function apiOfRole({ app, ctx, role, reads }: Call): Api {
  const personal = (): never => {
    reads.isPersonal = true
    // A refusal, because pages report everything else as their own failure.
    throw new Refusal('personal', 409, 'This depends on who asks.')
  }
  const own: Ctx = {
    ...ctx,
    actor: readable<Actor>({ role }, personal),
    caller: readable<Caller>({}, personal),
    outgoing: { headers: [] },
    // Work that follows an answer belongs to each call.
    afterCommit: personal
  }
  const api = inProcessApi(app, own, (e) => {
    if (!app.mounted.get(nameOf(e))?.endpoint.is_shared) personal()
  })
  const noticing =
    <Arguments extends unknown[], Result>(call: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      const result = await call(...given)
      if (own.outgoing.headers.length > 0) reads.isPersonal = true
      return result
    }
  return Object.assign(noticing(api), { withTotal: noticing(api.withTotal) }) as Api
}

/** An object of which only `known` may be read. */
function readable<T extends object>(known: Partial<T>, refuse: () => never): T {
  return new Proxy(known, {
    get: (target, name) => (Object.hasOwn(target, name) ? Reflect.get(target, name) : refuse()),
    has: refuse,
    ownKeys: refuse,
    getOwnPropertyDescriptor: refuse
  }) as T
}
