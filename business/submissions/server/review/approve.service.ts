import * as catalogue from '#catalogue/server/index.ts'
import { bookWage } from '#payroll/server/index.ts'
import type { Cents } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { FORGET_FILES } from '../job-names.ts'

const readyOf = ({ files }: catalogue.DeskAsset): catalogue.DeskFile[] => files.filter(({ status }) => status === 'ready')

/** Whether it has a file that is ready and has a picture. Some EPS files cannot be drawn and have none. */
export const mayBePublished = (asset: catalogue.DeskAsset): boolean => readyOf(asset).some(({ preview_urls }) => preview_urls !== null)

export function requirePublishable(asset: catalogue.DeskAsset): void {
  if (readyOf(asset).length === 0) throw refuse(refusals, 'no_files')
  if (!mayBePublished(asset)) throw refuse(refusals, 'no_picture')
}

/**
 * Whether a rejected asset still is what the reviewer rejected: the same words and the same ready files. Until it is resubmitted, its artist may
 * change both. Nobody knows it of a rejection that stored no version.
 */
export function isAsRejected(asset: catalogue.DeskAsset): boolean {
  const { status, is_revising, rejected_version: rejected } = asset
  return status === 'rejected' && !is_revising && rejected !== null && shownOf(asset, readyOf(asset)) === shownOf(rejected, rejected.files)
}

const shownOf = (
  { title, description, category, tags, origin }: Pick<catalogue.DeskAsset, 'title' | 'description' | 'category' | 'tags' | 'origin'>,
  files: readonly { id: string }[]
): string => JSON.stringify([title, description, category, tags, origin, files.map(({ id }) => id).toSorted()])

/** Approves a pending asset with its ready files. Returns the wage booked, or null if its category has none. */
export async function approve(open: Ctx<Tx>, asset: catalogue.DeskAsset): Promise<Cents | null> {
  const { db, now } = open
  const { id, category, owner_id } = asset
  if (!(await catalogue.decideAsset(db, { id, status: 'approved', decided_by: signedIn(open).id, decided_at: now })))
    throw refuse(refusals, 'already_decided')
  await publish(open, id, readyOf(asset))
  await open.ports.events.publish(open, [{ type: 'asset.approved', to: owner_id, data: { asset_id: id } }])
  await forgetSoon(open, await catalogue.removeRejectedVersion(db, id))
  return (await bookWage(open, { asset_id: id, category, employee_id: owner_id })) ?? null
}

export const publish = ({ db }: Ctx<Tx>, id: string, files: readonly catalogue.DeskFile[]): Promise<void> =>
  catalogue.publishFiles(
    db,
    id,
    files.map((file) => file.id)
  )

/** A job deletes the stored bytes after the transaction has committed. */
export async function forgetSoon({ db, ports }: Ctx<Tx>, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await ports.jobs.send(db, FORGET_FILES, { keys })
}
