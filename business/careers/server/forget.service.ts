import { audit } from '#accounts/server/index.ts'
import { type Ctx, type Eraser, inTransaction, type Tx } from '#platform/server/index.ts'
import { HIRED_RETENTION_DAYS, REJECTED_RETENTION_DAYS, UNDECIDED_RETENTION_DAYS } from '../rules.ts'
import { FORGET_FILES, type ForgottenFiles } from './job-names.ts'
import * as queries from './queries.ts'

/** Deletes the rows with the files' keys, so that the files are unreadable immediately. A job deletes the files. */
export async function forget(ctx: Ctx<Tx>, ids: readonly string[], details: Record<string, unknown> = {}): Promise<void> {
  const { db, ports } = ctx
  const keys = await queries.findKeysOf(db, ids)
  await queries.deleteApplicants(db, ids)
  if (keys.length > 0) await ports.jobs.send(db, FORGET_FILES, { keys } satisfies ForgottenFiles)
  for (const subject of ids)
    await audit(db, { actor_id: ctx.actor?.id ?? null, action: 'applicant.deleted', subject_kind: 'applicant', subject, details })
}

/** Deletes the files that no application has. A missing file counts as deleted. */
export async function deleteFiles({ db, ports: { files } }: Ctx, { keys }: ForgottenFiles): Promise<void> {
  const used = new Set(await queries.findUsedKeys(db, keys))
  for (const key of keys) if (!used.has(key)) await files.delete(key)
}

/** Deletes the applications that `lock` finds, some at a time, and names in the audit log after how many days. */
const forgetEach =
  (lock: (tx: Tx, before: Date) => Promise<string[]>, kept_days: number): Eraser =>
  async (ctx, before) => {
    const forgetSome = () =>
      inTransaction(ctx, async (inside) => {
        const ids = await lock(inside.db, before)
        await forget(inside, ids, { kept_days })
        return ids.length
      })
    while ((await forgetSome()) > 0);
  }

/** Deletes the IDs of applicants who were hired before; the rest of the application stays longer. */
async function forgetGovIds(ctx: Ctx, before: Date): Promise<void> {
  await inTransaction(ctx, async ({ db, ports }) => {
    const keys = await queries.deleteHiredGovIds(db, before)
    if (keys.length > 0) await ports.jobs.send(db, FORGET_FILES, { keys } satisfies ForgottenFiles)
  })
}

export const careersRetention = {
  rejected_applications: forgetEach(queries.lockRejectedBefore, REJECTED_RETENTION_DAYS),
  undecided_applications: forgetEach(queries.lockUndecidedBefore, UNDECIDED_RETENTION_DAYS),
  hired_gov_ids: forgetGovIds,
  hired_applications: forgetEach(queries.lockHiredBefore, HIRED_RETENTION_DAYS)
} satisfies Record<string, Eraser>

/** Deletes the applications sent from a deleted account's address. */
export const eraseApplications = async (ctx: Ctx<Tx>, { email }: { email: string }): Promise<void> =>
  forget(ctx, await queries.lockOfAddress(ctx.db, email))
