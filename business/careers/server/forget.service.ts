import { audit } from '#accounts/server/index.ts'
import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { REJECTED_KEPT_DAYS } from '../rules.ts'
import { FORGET_FILES, type ForgottenFiles } from './job-names.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000

/** With the rows go the keys of the files, so that their bytes are noise at once; the bytes themselves follow. */
export async function forget(ctx: Ctx<Tx>, ids: readonly string[], details: Record<string, unknown> = {}): Promise<void> {
  const { db, ports } = ctx
  const keys = await queries.findKeysOf(db, ids)
  await queries.deleteApplicants(db, ids)
  if (keys.length > 0) await ports.jobs.send(db, FORGET_FILES, { keys } satisfies ForgottenFiles)
  for (const subject of ids)
    await audit(db, { actor_id: ctx.actor?.id ?? null, action: 'applicant.deleted', subject_kind: 'applicant', subject, details })
}

/** One that is not there is deleted already. */
export async function deleteFiles({ ports: { files } }: Ctx, { keys }: ForgottenFiles): Promise<void> {
  for (const key of keys) await files.delete(key)
}

/** Nightly: rejected applications, once they were kept for their time. */
export function forgetRejected(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - REJECTED_KEPT_DAYS * DAY_MS)
  return inTransaction(ctx, async (ctx) => forget(ctx, await queries.lockRejectedBefore(ctx.db, before), { kept_days: REJECTED_KEPT_DAYS }))
}
