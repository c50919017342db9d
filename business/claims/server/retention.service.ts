import { type Ctx, type Eraser, inTransaction, type Tx } from '#platform/server/index.ts'
import { eraseEnded, eraseOfClaimant } from './queries.ts'

const ERASED_AT_ONCE = 500

export const claimsRetention = {
  claims: async (ctx, before) => {
    while ((await inTransaction(ctx, ({ db }) => eraseEnded(db, before, ERASED_AT_ONCE))) === ERASED_AT_ONCE);
  }
} satisfies Record<string, Eraser>

/** Erases what the owner of a deleted account wrote into claims that are over. */
export const eraseClaims = ({ db }: Ctx<Tx>, { email }: { email: string }): Promise<void> => eraseOfClaimant(db, email)
