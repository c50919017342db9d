import { type Ctx, type Eraser, inTransaction, type Tx } from '#platform/server/index.ts'
import { eraseOfArtist, eraseOfClaimant, eraseOver } from './erase.queries.ts'

const ERASED_AT_ONCE = 500

export const claimsRetention = {
  claims: async (ctx, before) => {
    while ((await inTransaction(ctx, ({ db }) => eraseOver(db, before, ERASED_AT_ONCE))) === ERASED_AT_ONCE);
  }
} satisfies Record<string, Eraser>

/** Erases what the owner of a deleted account wrote into claims that have ended, as claimant and as artist. */
export async function eraseClaims({ db }: Ctx<Tx>, { id, email }: { id: string; email: string }): Promise<void> {
  await eraseOfClaimant(db, email)
  await eraseOfArtist(db, id)
}
