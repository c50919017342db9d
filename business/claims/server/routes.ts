import type { FastifyInstance } from 'fastify'
import { type Ctx, type JobHandler, mount } from '#platform/server/index.ts'
import * as contract from '../contract.ts'
import * as desk from '../desk.contract.ts'
import * as artist from './artist.service.ts'
import * as claimant from './claimant.service.ts'
import * as deciding from './decide.service.ts'
import * as desks from './desk.service.ts'
import { MAIL_LICENSEES, mailLicensees } from './letters.service.ts'
import * as strikes from './strikes.service.ts'

export async function claimsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.makeClaim, (ctx, { body }) => claimant.make(ctx, body))
  mount(app, contract.readClaim, (ctx, { params }) => claimant.read(ctx, params.token))
  mount(app, contract.sendClaimMessage, (ctx, received) => claimant.write(ctx, received))
  mount(app, contract.withdrawClaim, (ctx, { params }) => claimant.withdraw(ctx, params.token))
  mount(app, contract.readOwnClaim, (ctx, { params }) => artist.readOwn(ctx, params.id))
  mount(app, contract.counterClaim, (ctx, received) => artist.counter(ctx, received))
  mount(app, desk.listClaims, (ctx, { query }) => desks.list(ctx, query))
  mount(app, desk.showClaim, (ctx, { params }) => desks.showForDesk(ctx, params.id))
  mount(app, desk.previewDecision, (ctx, received) => deciding.preview(ctx, received))
  mount(app, desk.decideClaim, (ctx, received) => deciding.decide(ctx, received))
  mount(app, desk.recordSuit, (ctx, received) => deciding.recordSuitFiled(ctx, received))
  mount(app, desk.resumeUploads, (ctx, received) => strikes.resume(ctx, received))
}

export const claimsJobs = (context: () => Ctx): JobHandler[] => [
  { name: MAIL_LICENSEES, run: ({ claim_id }: { claim_id: string }) => mailLicensees(context(), claim_id) },
  // At the beginning of each day in California, in summer and winter, and again if that run failed.
  { name: 'claims.restore', cron: '*/30 * * * *', run: () => artist.restoreDue(context()) }
]
