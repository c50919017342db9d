import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Ctx, type JobHandler, mount, mountStream, Refusal, refuse, sendFile, signedIn, withUpload } from '#platform/server/index.ts'
import * as contract from '../contract.ts'
import * as conversation from '../conversation.contract.ts'
import * as deskContract from '../desk.contract.ts'
import { ATTACHMENT_MAX_MB } from '../rules.ts'
import * as attachments from './conversation/attachments.service.ts'
import { mailAbsent } from './conversation/away.service.ts'
import { deleteFiles } from './conversation/forget-files.ts'
import { openConversations } from './conversation/live.ts'
import * as messages from './conversation/messages.service.ts'
import { scanWaiting } from './conversation/scan-attachments.service.ts'
import * as desk from './desk.service.ts'
import { CLEAR_UNSENT, FORGET_FILES, type ForgottenFiles, MAIL_ABSENT, type UnreadMessage } from './job-names.ts'
import * as requests from './service.ts'

export async function requestsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.listRequests, (ctx, { query }) => requests.listMine(ctx, query))
  mount(app, contract.createRequest, (ctx, { body }) => requests.create(ctx, body))
  mount(app, contract.readRequest, (ctx, { params }) => requests.read(ctx, params.id))
  mount(app, contract.editRequest, (ctx, { params, body }) => requests.edit(ctx, params.id, body))
  mount(app, contract.cancelRequest, (ctx, { params }) => requests.cancel(ctx, params.id))
  mount(app, contract.deleteRequest, (ctx, { params }) => requests.remove(ctx, params.id))
  mount(app, contract.readTimeline, (ctx, { params, query }) => requests.showTimeline(ctx, params.id, query))
  mount(app, deskContract.listAllRequests, (ctx, { query }) => desk.listAll(ctx, query))
  mount(app, deskContract.decideRequest, (ctx, { params, body }) => desk.decide(ctx, params.id, body))
  mount(app, deskContract.listAssignedRequests, (ctx, { query }) => desk.listAssigned(ctx, query))
  mount(app, deskContract.searchAssignees, (ctx, { query }) => desk.findAssignees(ctx, query))
  mount(app, conversation.listMessages, (ctx, { params, query }) => messages.list(ctx, params.id, query))
  mount(app, conversation.sendMessage, (ctx, { params, body }) => messages.send(ctx, params.id, body))
  mount(app, conversation.markRead, (ctx, { params, body }) => messages.readUpTo(ctx, params.id, body.position))
  mountStream(app, conversation.addAttachment, (ctx, { params }, request) => receiveAttachment(ctx, params.id, request))
  mount(app, conversation.removeAttachment, (ctx, { params }) => attachments.removeUnsent(ctx, params.id, params.attachment_id))
  mountStream(app, conversation.readAttachment, async (ctx, { params, query }, request, reply) => {
    const { attachment_id, id } = params
    await sendFile(request, reply, await attachments.read(ctx, id, { attachment_id, preview: query.preview !== undefined }))
  })
  const open = openConversations(app)
  mountStream(app, conversation.readEvents, (ctx, { params, query }, request, reply) =>
    open(ctx, { request_id: params.id, after: query.after }, request, reply)
  )
}

async function receiveAttachment(ctx: Ctx, request_id: string, request: FastifyRequest): Promise<conversation.Attachment> {
  await attachments.requireUpload(ctx, request_id)
  const too_large = refuse(contract.refusals, 'attachment_too_large', { fields: { file: contract.refusals.attachment_too_large.message } })
  const { settings, quotas } = ctx.ports
  const { id, role } = signedIn(ctx)
  const { bytes, files } = quotas.client
  // Staff are few and known: what all clients together may attach must not keep them from answering.
  const sending = { sender: `requests/${id}`, quota: role === 'client' ? quotas.client : { bytes, files } }
  const limits = { temp_dir: settings.temp_dir, max_bytes: ATTACHMENT_MAX_MB * 1024 * 1024, too_large, ...sending }
  const added = await withUpload(request, limits, (upload) => attachments.add(ctx, request_id, upload))
  if (added instanceof Refusal) throw added
  return added
}

export const requestsJobs = (context: () => Ctx): JobHandler[] => [
  { name: FORGET_FILES, run: (files: ForgottenFiles) => deleteFiles(context(), files) },
  { name: MAIL_ABSENT, run: (message: UnreadMessage) => mailAbsent(context(), message) },
  { name: 'requests.scan-attachments', cron: '*/5 * * * *', run: () => scanWaiting(context()) },
  { name: CLEAR_UNSENT, cron: '7 * * * *', run: () => attachments.clearUnsent(context()) }
]
