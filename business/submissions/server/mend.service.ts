import { audit } from '#accounts/server/index.ts'
import * as catalogue from '#catalogue/server/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { no, type OwnedAsset } from '../contract.ts'
import { mayChangeFiles, mayEdit } from '../rules.ts'
import { type AssetChange, changeAsset, type LockedAsset } from './desk-edit.service.ts'
import { FORGET_FILES } from './jobs.ts'
import { findMine } from './service.ts'

/** Another artist's asset is as unknown as none. */
async function lockOwn(ctx: Ctx<Tx>, id: string): Promise<LockedAsset> {
  const asset = await catalogue.lockAsset(ctx.db, id)
  if (asset?.owner_id !== signedIn(ctx).id) throw refuse(no, 'asset_not_found')
  return asset
}

export async function editOwn(ctx: Ctx, id: string, change: AssetChange): Promise<OwnedAsset> {
  await inTransaction(ctx, async (open) => {
    const asset = await lockOwn(open, id)
    if (!mayEdit(asset)) throw refuse(no, 'words_are_final')
    await changeAsset(open, asset, change)
  })
  return findMine(ctx, id)
}

/** Opens a rejected asset's files until it is sent again; a second time changes nothing. */
export async function takeUp(ctx: Ctx, id: string): Promise<OwnedAsset> {
  await inTransaction(ctx, async (open) => {
    await lockOwn(open, id)
    if (!(await catalogue.takeUpAsset(open.db, id, open.now))) throw refuse(no, 'not_resubmittable')
  })
  return findMine(ctx, id)
}

/** Whoever clicks how often, a rejected asset waits once; it needs a file that did not fail. */
export async function resubmit(ctx: Ctx, id: string): Promise<OwnedAsset> {
  await inTransaction(ctx, async (open) => {
    const { db, now } = open
    const asset = await lockOwn(open, id)
    if (asset.status !== 'rejected') throw refuse(no, 'not_resubmittable')
    const files = await catalogue.findFilesOf(db, id)
    if (files.every(({ status }) => status === 'failed')) throw refuse(no, 'no_files')
    if (!(await catalogue.resubmitAsset(db, id, now))) throw refuse(no, 'not_resubmittable')
    await audit(db, {
      actor_id: asset.owner_id,
      action: 'asset.resubmitted',
      subject_kind: 'asset',
      subject: id,
      details: { title: asset.title }
    })
  })
  return findMine(ctx, id)
}

/** The bytes are forgotten by a job, once the row is gone for certain. */
export async function removeFile(ctx: Ctx, file_id: string): Promise<null> {
  return inTransaction(ctx, async (open) => {
    const { db, ports } = open
    const file = await catalogue.findFile(db, file_id)
    if (!file) throw refuse(no, 'file_not_found')
    const asset = await catalogue.lockAsset(db, file.asset_id)
    if (asset?.owner_id !== signedIn(ctx).id) throw refuse(no, 'file_not_found')
    if (!mayChangeFiles(asset)) throw refuse(no, 'files_are_final')
    const keys = await catalogue.removeFile(db, file_id)
    if (!keys) throw refuse(no, 'file_not_found')
    await ports.jobs.send(db, FORGET_FILES, { keys })
    return null
  })
}
