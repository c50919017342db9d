import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireUploads } from '#claims/server/index.ts'
import { type Ctx, mount, mountStream, Refusal, refuse, sendCsv, signedIn, type Upload, withUpload } from '#platform/server/index.ts'
import * as appealing from '../appeals.contract.ts'
import type { OwnedFile } from '../contract.ts'
import * as contract from '../contract.ts'
import * as earning from '../earnings.contract.ts'
import * as reviewing from '../review.contract.ts'
import * as appeals from './appeals/appeals.service.ts'
import * as deciding from './appeals/decide-appeal.service.ts'
import * as money from './earnings.service.ts'
import * as desk from './review/desk-edit.service.ts'
import * as review from './review/review.service.ts'
import * as withholding from './review/withhold.service.ts'
import * as revising from './revise.service.ts'
import * as submissions from './service.ts'
import { retry } from './upload/retry.service.ts'
import * as uploads from './upload/upload.service.ts'

export async function submissionsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.createAsset, (ctx, { body }) => submissions.create(ctx, body))
  mount(app, contract.myAssets, (ctx, { query }) => submissions.listMine(ctx, query))
  mount(app, contract.myAssetCounts, (ctx, { query }) => submissions.countMine(ctx, query))
  mount(app, contract.ownAsset, (ctx, { params }) => submissions.findMine(ctx, params.asset_id))
  mount(app, contract.deleteAsset, (ctx, { params, query }) => submissions.remove(ctx, params.id, query))
  mount(app, contract.editOwnAsset, (ctx, { params, body }) => revising.editOwn(ctx, params.id, body))
  mount(app, contract.reviseAsset, (ctx, { params }) => revising.revise(ctx, params.id))
  mount(app, contract.resubmitAsset, (ctx, { params }) => revising.resubmit(ctx, params.id))
  mount(app, contract.deleteFile, (ctx, { params }) => revising.removeFile(ctx, params.file_id))
  mountStream(app, contract.uploadFile, (ctx, _received, request) => receiveUpload(ctx, request, uploads.upload))
  mountStream(app, contract.uploadNewAsset, (ctx, _received, request) => receiveUpload(ctx, request, uploads.uploadNewAsset))
  mount(app, contract.uploadLimits, async (ctx) => uploads.showLimits(ctx))
  mount(app, contract.uploadProgress, (ctx, { params }) => uploads.showProgress(ctx, params.file_id))
  mount(app, contract.retryFile, (ctx, { params }) => retry(ctx, params.file_id))
  mount(app, reviewing.adminAssets, (ctx, { query }) => review.listForAdmin(ctx, query))
  mount(app, reviewing.editAsset, (ctx, { params, body }) => desk.edit(ctx, params.id, body))
  mount(app, reviewing.setFree, (ctx, { params, body }) => desk.changeFree(ctx, params.id, body))
  mount(app, reviewing.withholdAsset, (ctx, { params, body }) => withholding.withhold(ctx, params.id, body))
  mount(app, reviewing.releaseAsset, (ctx, { params, body }) => withholding.release(ctx, params.id, body))
  mount(app, reviewing.decideAssets, (ctx, { body }) => review.decideMany(ctx, body))
  mount(app, reviewing.decideAsset, (ctx, { params, body }) => review.decide(ctx, params.id, body))
  mount(app, appealing.makeAppeal, (ctx, received) => appeals.appeal(ctx, received))
  mount(app, appealing.listAppeals, (ctx, { query }) => appeals.list(ctx, query))
  mount(app, appealing.decideAppeal, (ctx, received) => deciding.decide(ctx, received))
  mount(app, appealing.listReviewers, (ctx) => appeals.showReviewers(ctx))
  mount(app, earning.employeeDashboard, (ctx) => money.showDashboard(ctx))
  mount(app, earning.earnings, (ctx, { query }) => money.showEarnings(ctx, query))
  mountStream(app, earning.earningsOfMonth, async (ctx, { query }, _request, reply) =>
    sendCsv(reply, `earnings-${query.month}.csv`, await money.monthAsCsv(ctx, query))
  )
}

/** Spools the file to a temporary folder while it is inspected. A file over the size limit is refused while it is still arriving. */
async function receiveUpload(
  ctx: Ctx,
  request: FastifyRequest,
  take: (ctx: Ctx, upload: Upload) => Promise<OwnedFile | Refusal>
): Promise<OwnedFile> {
  await requireUploads(ctx)
  const { max_bytes } = ctx.ports.uploads
  const message = `This file is too large: at most ${Math.floor(max_bytes / 1024 / 1024)} MB.`
  const too_large = refuse(contract.refusals, 'file_too_large', { message })
  const { settings, quotas } = ctx.ports
  const sending = { sender: `artist/${signedIn(ctx).id}`, quota: quotas.artist }
  const taken = await withUpload(request, { temp_dir: settings.temp_dir, max_bytes, too_large, ...sending }, (upload) => take(ctx, upload))
  if (taken instanceof Refusal) throw taken
  return taken
}
