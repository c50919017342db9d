import type { Ctx, Db, Tx } from '#platform/server/index.ts'

/** What other parts keep about people, asked and told without accounts knowing those parts. */
export type People = {
  /** What the profile counts. */
  counts: Partial<Record<'license_count' | 'request_count', (db: Db, user_id: string) => Promise<number>>>
  /** Erases what a part keeps of a person beyond the books, in the transaction that deletes the account. */
  erase: readonly ((ctx: Ctx<Tx>, person: { id: string; email: string }) => Promise<void>)[]
  /** Ends what must not go on while nobody may sign in, or once the account is no client’s, in the transaction that makes it so. `why` reads "the account …". */
  deactivate: readonly ((ctx: Ctx<Tx>, person: { id: string }, why: string) => Promise<void>)[]
}

declare module '#platform/server/context.ts' {
  interface Ports {
    people: People
  }
}
