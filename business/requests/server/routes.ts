import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Ctx, type JobHandler, mount, mountStream, refuse, withUpload } from '#platform/server/index.ts'
import * as contract from '../contract.ts'
import { ATTACHMENT_MAX_MB } from '../rules.ts'
import * as attachments from './attachments.service.ts'
import { tellAway } from './away.service.ts'
import * as desk from './desk.service.ts'
import { deleteFiles } from './forget-files.ts'
import { CLEAR_UNSENT, FORGET_FILES, type ForgottenFiles, TELL_AWAY, type UnreadMessage } from './job-names.ts'
import { liveConversations } from './live.ts'
import * as messages from './messages.service.ts'
import { sendAttachment } from './send-attachment.ts'
import * as requests from './service.ts'

export async function requestsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.listRequests, (ctx, { query }) => requests.listMine(ctx, query))
  mount(app, contract.createRequest, (ctx, { body }) => requests.create(ctx, body))
  mount(app, contract.readRequest, (ctx, { params }) => requests.read(ctx, params.id))
  mount(app, contract.editRequest, (ctx, { params, body }) => requests.edit(ctx, params.id, body))
  mount(app, contract.cancelRequest, (ctx, { params }) => requests.cancel(ctx, params.id))
  mount(app, contract.deleteRequest, (ctx, { params }) => requests.remove(ctx, params.id))
  mount(app, contract.readTimeline, (ctx, { params }) => requests.showTimeline(ctx, params.id))
  mount(app, contract.listAllRequests, (ctx, { query }) => desk.listAll(ctx, query))
  mount(app, contract.decideRequest, (ctx, { params, body }) => desk.decide(ctx, params.id, body))
  mount(app, contract.listAssignedRequests, (ctx, { query }) => desk.listAssigned(ctx, query))
  mount(app, contract.listMessages, (ctx, { params, query }) => messages.list(ctx, params.id, query))
  mount(app, contract.sendMessage, (ctx, { params, body }) => messages.send(ctx, params.id, body))
  mount(app, contract.markRead, (ctx, { params, body }) => messages.readUpTo(ctx, params.id, body.position))
  mountStream(app, contract.addAttachment, (ctx, { params }, request) => receiveAttachment(ctx, params.id, request))
  mount(app, contract.removeAttachment, (ctx, { params }) => attachments.takeBack(ctx, params.id, params.attachment_id))
  mountStream(app, contract.readAttachment, async (ctx, { params, query }, request, reply) => {
    const { attachment_id, id } = params
    await sendAttachment(request, reply, await attachments.read(ctx, id, { attachment_id, preview: query.preview !== undefined }))
  })
  const open = liveConversations(app)
  mountStream(app, contract.readEvents, (ctx, { params, query }, request, reply) =>
    open(ctx, { request_id: params.id, after: query.after }, request, reply)
  )
}

async function receiveAttachment(ctx: Ctx, request_id: string, request: FastifyRequest): Promise<contract.Attachment> {
  await attachments.requireUpload(ctx, request_id)
  const too_large = refuse(contract.no, 'attachment_too_large', { fields: { file: contract.no.attachment_too_large.message } })
  const limits = { temp_dir: ctx.ports.settings.temp_dir, max_bytes: ATTACHMENT_MAX_MB * 1024 * 1024, too_large }
  return withUpload(request, limits, (upload) => attachments.add(ctx, request_id, upload))
}

export const requestsJobs = (context: () => Ctx): JobHandler[] => [
  { name: FORGET_FILES, run: (files: ForgottenFiles) => deleteFiles(context(), files) },
  { name: TELL_AWAY, run: (message: UnreadMessage) => tellAway(context(), message) },
  { name: CLEAR_UNSENT, cron: '7 * * * *', run: () => attachments.clearUnsent(context()) }
]
