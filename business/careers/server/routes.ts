import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '#platform/contract/index.ts'
import {
  type Ctx,
  type JobHandler,
  mount,
  mountStream,
  networkOf,
  Refusal,
  refuse,
  sendCsv,
  sendFile,
  withUploads
} from '#platform/server/index.ts'
import * as contract from '../contract.ts'
import { MAX_BYTES } from '../rules.ts'
import * as applying from './apply.service.ts'
import { deleteFiles } from './forget.service.ts'
import { FORGET_FILES, type ForgottenFiles, REWRAP_KEYS } from './job-names.ts'
import { rewrapNightly } from './keys.service.ts'
import { scanWaiting } from './scan.service.ts'
import * as applicants from './service.ts'

export async function careersRoutes(app: FastifyInstance): Promise<void> {
  mountStream(app, contract.apply, (ctx, _received, request, reply) => receiveApplication(ctx, request, reply))
  mount(app, contract.listApplicants, (ctx, { query }) => applicants.list(ctx, query))
  mountStream(app, contract.applicantsCsv, async (ctx, { query }, _request, reply) =>
    sendCsv(reply, 'applicants.csv', await applicants.exportCsv(ctx, query))
  )
  mount(app, contract.applicantMetrics, (ctx) => applicants.countStates(ctx))
  mount(app, contract.changeApplicant, (ctx, { params, body }) => applicants.change(ctx, params.id, body))
  mount(app, contract.markApplicants, (ctx, { body }) => applicants.mark(ctx, body))
  mount(app, contract.deleteApplicant, (ctx, { params }) => applicants.remove(ctx, params.id))
  mountStream(app, contract.openGovId, async (ctx, { params }, request, reply) =>
    sendFile(request, reply, await applicants.open(ctx, params.id, 'gov_id'))
  )
  mountStream(app, contract.openResume, async (ctx, { params }, request, reply) =>
    sendFile(request, reply, await applicants.open(ctx, params.id, 'resume'))
  )
}

/** A form sent without JavaScript is redirected back to the page. */
async function receiveApplication(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply
): Promise<Answer<typeof contract.apply> | FastifyReply> {
  const isForm = request.headers.accept?.includes('text/html') ?? false
  try {
    await applying.requireRoom(ctx)
    const files = { resume: limitOf('resume'), gov_id: limitOf('gov_id') }
    const { settings, quotas } = ctx.ports
    const sending = { sender: `careers/${networkOf(ctx.caller.ip)}`, quota: quotas.applicant }
    const answer = await withUploads(request, { temp_dir: settings.temp_dir, files, ...sending }, (uploads) => applying.take(ctx, uploads))
    return isForm ? reply.redirect('/careers?applied', 303) : answer
  } catch (error) {
    if (!isForm || !(error instanceof Refusal)) throw error
    const wrong = Object.keys(error.fields ?? {}).join(',') || error.code
    return reply.redirect(`/careers?${new URLSearchParams({ apply: '1', wrong })}#apply`, 303)
  }
}

function limitOf(kind: 'resume' | 'gov_id') {
  const code = `${kind}_too_large` as const
  return { max_bytes: MAX_BYTES[kind], too_large: refuse(contract.refusals, code, { fields: { [kind]: contract.refusals[code].message } }) }
}

export const careersJobs = (context: () => Ctx): JobHandler[] => [
  { name: FORGET_FILES, run: (files: ForgottenFiles) => deleteFiles(context(), files) },
  { name: 'careers.scan-files', cron: '*/5 * * * *', run: () => scanWaiting(context()) },
  { name: REWRAP_KEYS, cron: '41 4 * * *', run: () => rewrapNightly(context()) }
]
