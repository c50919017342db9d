import type { Ctx, Db, PersonalData, Tx } from '#platform/server/index.ts'

/** Callbacks into other parts that store data about a user, so that accounts does not depend on those parts. */
export type People = {
  /** Counts on the profile. */
  counts: Partial<Record<'license_count' | 'request_count', (db: Db, user_id: string) => Promise<number>>>
  /** What each part stores about people, for the copy that they can ask for. */
  export: readonly PersonalData[]
  /** Erases a part's personal data, except the books, in the transaction that deletes the account. */
  erase: readonly ((ctx: Ctx<Tx>, person: { id: string; email: string }) => Promise<void>)[]
  /** Gives what belongs to an address to the new one, in the transaction that changes the address of an account. */
  move: readonly ((ctx: Ctx<Tx>, person: { id: string; from: string; to: string }) => Promise<void>)[]
  /** Takes back what somebody else may have asked for, in the transaction that undoes a change of an account's address. */
  restore: readonly ((ctx: Ctx<Tx>, person: { id: string }) => Promise<void>)[]
  /** The news by email that people can agree to. */
  news: News
  /** Returns why an account cannot be deleted by its owner yet, or null. Runs in the transaction that would delete it. */
  hold: readonly ((ctx: Ctx<Tx>, person: { id: string }) => Promise<DeletionHold | null>)[]
  /** Stops what must not continue, such as a subscription, when an account is deactivated or a client gets another role. Runs in the same transaction. `why` is a clause such as "the account was deactivated". */
  deactivate: readonly ((ctx: Ctx<Tx>, person: { id: string }, why: string) => Promise<void>)[]
}

export type News = {
  /** The words that a person agrees to. */
  words: string
  /** Returns the consent of an address, or undefined. */
  find: (db: Db, email: string) => Promise<{ words: string; agreed_at: Date } | undefined>
  /** Stores or withdraws the consent of an address. */
  set: (ctx: Ctx<Tx>, email: string, agrees: boolean) => Promise<void>
}

/** Why an account cannot be deleted by its owner yet. */
export type DeletionHold = 'plan_renews' | 'money_owed'

declare module '#platform/server/context.ts' {
  interface Ports {
    people: People
  }
}
