import type { Ctx, Tx } from '#platform/server/index.ts'
import { FORGET_FILES, type ForgottenFiles } from '../job-names.ts'

type Keys = { file_key: string; preview_key: string | null }

/** Queues the deletion of files. The job runs only after this transaction commits. */
export async function forgetFiles({ db, ports }: Ctx<Tx>, rows: readonly Keys[]): Promise<void> {
  const keys = rows.flatMap(({ file_key, preview_key }) => [file_key, ...(preview_key ? [preview_key] : [])])
  if (keys.length > 0) await ports.jobs.send(db, FORGET_FILES, { keys } satisfies ForgottenFiles)
}

/** Deletes files. Missing files are ignored. */
export async function deleteFiles({ ports: { files } }: Ctx, { keys }: ForgottenFiles): Promise<void> {
  for (const key of keys) await files.delete(key)
}
