import { audit } from '#accounts/server/index.ts'
import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { REJECTED_RETENTION_DAYS, UNDECIDED_RETENTION_DAYS } from '../rules.ts'
import { FORGET_FILES, type ForgottenFiles } from './job-names.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000

/** Deletes the rows with the files' keys, so that the files are unreadable immediately. A job deletes the files. */
export async function forget(ctx: Ctx<Tx>, ids: readonly string[], details: Record<string, unknown> = {}): Promise<void> {
  const { db, ports } = ctx
  const keys = await queries.findKeysOf(db, ids)
  await queries.deleteApplicants(db, ids)
  if (keys.length > 0) await ports.jobs.send(db, FORGET_FILES, { keys } satisfies ForgottenFiles)
  for (const subject of ids)
    await audit(db, { actor_id: ctx.actor?.id ?? null, action: 'applicant.deleted', subject_kind: 'applicant', subject, details })
}

/** A missing file counts as deleted. */
export async function deleteFiles({ ports: { files } }: Ctx, { keys }: ForgottenFiles): Promise<void> {
  for (const key of keys) await files.delete(key)
}

const daysBefore = ({ now }: Ctx, days: number): Date => new Date(now.getTime() - days * DAY_MS)

/** Nightly job: deletes rejected and undecided applications after their retention period. */
export function forgetOld(ctx: Ctx): Promise<void> {
  return inTransaction(ctx, async (inside) => {
    await forget(inside, await queries.lockRejectedBefore(inside.db, daysBefore(inside, REJECTED_RETENTION_DAYS)), {
      kept_days: REJECTED_RETENTION_DAYS
    })
    const undecided = await queries.lockUndecidedBefore(inside.db, daysBefore(inside, UNDECIDED_RETENTION_DAYS))
    await forget(inside, undecided, { kept_days: UNDECIDED_RETENTION_DAYS })
  })
}

/** Deletes the applications sent from a deleted account's address. */
export const eraseApplications = async (ctx: Ctx<Tx>, { email }: { email: string }): Promise<void> =>
  forget(ctx, await queries.lockOfAddress(ctx.db, email))
