import * as catalogue from '#catalogue/server/index.ts'
import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, spend } from '#platform/server/index.ts'
import { refusals, type retryFile } from '../../contract.ts'
import { mayChangeFiles } from '../../rules.ts'
import { PROCESS_FILE } from '../job-names.ts'
import { showProgress } from './upload.service.ts'

/** For one artist. A file that fails can keep a decoder busy for minutes. */
const RETRIES = { most: 100, seconds: 3600 }

/** Processes a failed file again. A file that is processing, ready, or infected stays as it is, however often this is called. */
export async function retry(ctx: Ctx, file_id: string): Promise<Answer<typeof retryFile>> {
  await spend(ctx, { key: `submissions.retry.${signedIn(ctx).id}`, ...RETRIES })
  await inTransaction(ctx, async ({ db, ports }) => {
    const known = await catalogue.findFile(db, file_id)
    const asset = known && (await catalogue.lockAsset(db, known.asset_id))
    if (asset?.owner_id !== signedIn(ctx).id) throw refuse(refusals, 'file_not_found')
    if (!mayChangeFiles(asset)) throw refuse(refusals, 'files_are_final')
    const file = await catalogue.findFile(db, file_id)
    if (file?.status !== 'failed' || file.scan_state === 'infected') return
    await catalogue.fileRestarts(db, file_id)
    await ports.jobs.send(db, PROCESS_FILE, { file_id })
  })
  return showProgress(ctx, file_id)
}
