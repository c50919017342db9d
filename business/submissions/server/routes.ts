import type { FastifyInstance } from 'fastify'
import { mount, mountStream } from '#platform/server/index.ts'
import * as contract from '../contract.ts'
import * as money from './earnings.service.ts'
import { withUpload } from './receive-upload.ts'
import * as review from './review.service.ts'
import * as submissions from './service.ts'
import * as uploads from './upload.service.ts'

export async function submissionsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.createAsset, (ctx, { body }) => submissions.create(ctx, body))
  mount(app, contract.myAssets, (ctx, { query }) => submissions.listMine(ctx, query))
  mount(app, contract.ownAsset, (ctx, { params }) => submissions.findMine(ctx, params.asset_id))
  mount(app, contract.deleteAsset, (ctx, { params, query }) => submissions.remove(ctx, params.id, query))
  mountStream(app, contract.uploadFile, (ctx, _received, request) => {
    const limits = { temp_dir: ctx.ports.settings.temp_dir, max_bytes: ctx.ports.uploads.max_bytes }
    return withUpload(request, limits, (upload) => uploads.upload(ctx, upload))
  })
  mount(app, contract.uploadProgress, (ctx, { params }) => uploads.showProgress(ctx, params.file_id))
  mount(app, contract.adminAssets, (ctx, { query }) => review.listForAdmin(ctx, query))
  mount(app, contract.decideAsset, (ctx, { params, body }) => review.decide(ctx, params.id, body))
  mount(app, contract.employeeDashboard, (ctx) => money.showDashboard(ctx))
  mount(app, contract.earnings, (ctx, { query }) => money.showEarnings(ctx, query))
}
