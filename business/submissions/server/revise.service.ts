import { audit } from '#accounts/server/index.ts'
import * as catalogue from '#catalogue/server/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { type OwnedAsset, refusals } from '../contract.ts'
import { resubmittedMail } from '../mails/resubmission-mail.tsx'
import { mayChangeFiles, mayEdit } from '../rules.ts'
import { withdrawAppeal } from './appeals/appeals.service.ts'
import { mailArtist } from './artist-mails.service.ts'
import { FORGET_FILES } from './job-names.ts'
import { type AssetChange, changeAsset } from './review/desk-edit.service.ts'
import { findMine, type LockedAsset, spendEdit } from './service.ts'

/** Locks the caller's own asset. Another artist's asset is answered like an unknown one. */
async function lockOwn(ctx: Ctx<Tx>, id: string): Promise<LockedAsset> {
  const asset = await catalogue.lockAsset(ctx.db, id)
  if (asset?.owner_id !== signedIn(ctx).id) throw refuse(refusals, 'asset_not_found')
  return asset
}

export async function editOwn(ctx: Ctx, id: string, change: AssetChange): Promise<OwnedAsset> {
  await spendEdit(ctx)
  await inTransaction(ctx, async (open) => {
    const asset = await lockOwn(open, id)
    if (!mayEdit(asset)) throw refuse(refusals, 'words_are_final')
    await changeAsset(open, asset, change)
  })
  return findMine(ctx, id)
}

/** Lets the artist change the files of a rejected asset until it is resubmitted. Calling it again changes nothing. */
export async function revise(ctx: Ctx, id: string): Promise<OwnedAsset> {
  await inTransaction(ctx, async (open) => {
    await lockOwn(open, id)
    if (!(await catalogue.reviseAsset(open.db, id, open.now))) throw refuse(refusals, 'not_resubmittable')
  })
  return findMine(ctx, id)
}

/** Puts a rejected asset back in the review queue, once. It needs at least one file that did not fail. */
export async function resubmit(ctx: Ctx, id: string): Promise<OwnedAsset> {
  await inTransaction(ctx, async (open) => {
    const { db, now } = open
    const asset = await lockOwn(open, id)
    if (asset.status !== 'rejected') throw refuse(refusals, 'not_resubmittable')
    const files = await catalogue.findFilesOf(db, id)
    if (files.every(({ status }) => status === 'failed')) throw refuse(refusals, 'no_files')
    if (!(await catalogue.endRejection(db, id, now, 'artist'))) throw refuse(refusals, 'not_resubmittable')
    const ends_appeal = await withdrawAppeal(open, id)
    await audit(db, {
      actor_id: asset.owner_id,
      action: 'asset.resubmitted',
      subject_kind: 'asset',
      subject: id,
      details: { title: asset.title }
    })
    const { title, owner_id } = asset
    await mailArtist(open, owner_id, (name) => resubmittedMail({ sender: open.ports.settings, name, title, ends_appeal }))
  })
  return findMine(ctx, id)
}

/** A job deletes the stored bytes after the transaction has committed. */
export async function removeFile(ctx: Ctx, file_id: string): Promise<null> {
  return inTransaction(ctx, async (open) => {
    const { db, ports } = open
    const file = await catalogue.findFile(db, file_id)
    if (!file) throw refuse(refusals, 'file_not_found')
    const asset = await catalogue.lockAsset(db, file.asset_id)
    if (asset?.owner_id !== signedIn(ctx).id) throw refuse(refusals, 'file_not_found')
    if (!mayChangeFiles(asset)) throw refuse(refusals, 'files_are_final')
    const keys = await catalogue.removeFile(db, file_id)
    if (!keys) throw refuse(refusals, 'file_not_found')
    if (keys.length > 0) await ports.jobs.send(db, FORGET_FILES, { keys })
    return null
  })
}
