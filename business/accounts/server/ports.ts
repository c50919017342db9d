import type { Ctx, Db, Tx } from '#platform/server/index.ts'

/** Callbacks into other parts that store data about a user, so that accounts does not depend on those parts. */
export type People = {
  /** Counts on the profile. */
  counts: Partial<Record<'license_count' | 'request_count', (db: Db, user_id: string) => Promise<number>>>
  /** Erases a part's personal data, except the books, in the transaction that deletes the account. */
  erase: readonly ((ctx: Ctx<Tx>, person: { id: string; email: string }) => Promise<void>)[]
  /** Stops what must not continue, such as a subscription, when an account is deactivated or a client gets another role. Runs in the same transaction. `why` is a clause such as "the account was deactivated". */
  deactivate: readonly ((ctx: Ctx<Tx>, person: { id: string }, why: string) => Promise<void>)[]
}

declare module '#platform/server/context.ts' {
  interface Ports {
    people: People
  }
}
