import { type Ctx, type Eraser, inTransaction, isStillReferenced } from '#platform/server/index.ts'
import { archiveEntries } from './audit/archive.service.ts'
import { deleteExpired as deleteEmailChanges } from './email-change/email-change.queries.ts'
import * as queries from './retention.queries.ts'
import { deleteExpiredRegistrations } from './sign-in/registrations.queries.ts'
import { eraseRequestOrigins } from './users/users.queries.ts'

/** How many entries one statement changes. */
const BATCH = 1000

/** Deletes accounts that nobody verified, with the network address of their registration. An account that other rows refer to stays. */
async function deleteUnverified(ctx: Ctx, before: Date): Promise<void> {
  for (const id of await queries.findUnverified(ctx.db, before)) {
    try {
      await inTransaction(ctx, async ({ db }) => {
        if (await queries.deleteUnverified(db, id)) await eraseRequestOrigins(db, id)
      })
    } catch (error) {
      if (!isStillReferenced(error)) throw error
    }
  }
}

async function eraseOrigins({ db }: Ctx, before: Date): Promise<void> {
  while ((await queries.eraseOldOrigins(db, before, BATCH)) === BATCH);
}

export const accountsRetention = {
  sessions: ({ db }, before) => queries.deleteSessions(db, before),
  codes: ({ db }, before) => queries.deleteCodesAndResets(db, before),
  email_changes: ({ db }, before) => deleteEmailChanges(db, before),
  mailings: ({ db }, before) => queries.deleteMailings(db, before),
  registrations: ({ db }, before) => deleteExpiredRegistrations(db, before),
  unverified_accounts: deleteUnverified,
  devices: ({ db }, before) => queries.deleteDevices(db, before),
  audit_origins: eraseOrigins,
  audit_entries: archiveEntries
} satisfies Record<string, Eraser>
