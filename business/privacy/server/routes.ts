import type { FastifyInstance } from 'fastify'
import { mount, mountStream, sendFile } from '#platform/server/index.ts'
import * as contract from '../contract.ts'
import * as exporting from './export/export.service.ts'
import * as requests from './requests/requests.service.ts'

export async function privacyRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.askForExport, (ctx) => exporting.askForOwn(ctx))
  mountStream(app, contract.downloadExport, async (ctx, { params }, request, reply) =>
    sendFile(request, reply, await exporting.openExport(ctx, params.id, request.url))
  )
  mount(app, contract.askWithoutAccount, (ctx, { body }) => requests.askWithout(ctx, body))
  mount(app, contract.showRequest, (ctx, { params }) => requests.show(ctx, params.token))
  mount(app, contract.carryOutRequest, (ctx, { params }) => requests.carryOut(ctx, params.token))
}
