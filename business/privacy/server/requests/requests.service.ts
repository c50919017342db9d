import { eraseAddress, hashToken, idOfAddress, isHeld, newToken } from '#accounts/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, mayMailStranger, networkOf, refuse, spend, type Tx } from '#platform/server/index.ts'
import { type askWithoutAccount, type carryOutRequest, refusals, type showRequest } from '../../contract.ts'
import { dataErasedMail } from '../../mails/data-erased-mail.tsx'
import { privacyAccountMail } from '../../mails/privacy-account-mail.tsx'
import { privacyRequestMail } from '../../mails/privacy-request-mail.tsx'
import { ERASED, EXPORT_ASKED, REQUEST_ASKED, REQUEST_HOURS, REQUESTS_PATH } from '../../rules.ts'
import { ask } from '../export/export.service.ts'
import { MAIL_REQUEST } from '../job-names.ts'
import * as queries from './requests.queries.ts'

const HOUR = 3600
const HOUR_MS = 3_600_000
const PER_NETWORK = 20
const PER_EMAIL = 5

/** Answers the same for every address. A job finds out afterwards whose it is. */
export async function askWithout(
  ctx: Ctx,
  { email, kind }: Received<typeof askWithoutAccount>['body']
): Promise<Answer<typeof askWithoutAccount>> {
  await spend(ctx, { key: `privacy.request.ip.${networkOf(ctx.caller.ip)}`, most: PER_NETWORK, seconds: HOUR })
  await spend(ctx, { key: `privacy.request.email.${email}`, most: PER_EMAIL, seconds: HOUR })
  await inTransaction(ctx, async ({ db, now, ports }) => {
    const expires_at = new Date(now.getTime() + REQUEST_HOURS * HOUR_MS)
    const id = await queries.insertRequest(db, { email, kind, asked_at: now, expires_at })
    await ports.jobs.send(db, MAIL_REQUEST, { id })
  })
  return { message: REQUEST_ASKED }
}

/** Job: emails the link, or to an account holder where to sign in. Idempotent. */
export async function mailRequest(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { db, now, ports } = ctx
    const request = await queries.lockUnmailed(db, id)
    if (!request || !(await mayMailStranger(ctx, request.email))) return
    const { email: to, kind, expires_at } = request
    const sender = ports.settings
    if (await isHeld(db, to)) {
      await queries.updateUsed(db, id, now)
      await ports.mail.send(db, { to, ...(await privacyAccountMail({ sender, kind })) }, { urgent: true })
      return
    }
    const token = newToken()
    await queries.updateToken(db, id, hashToken(token))
    const link = `${sender.public_url}${REQUESTS_PATH}/${token}`
    await ports.mail.send(db, { to, ...(await privacyRequestMail({ sender, kind, link })) }, { urgent: true, expires_at })
  })
}

/** Returns what the link is for. Mail programs open links on their own, so it changes nothing. */
export async function show({ db, now }: Ctx, token: string): Promise<Answer<typeof showRequest>> {
  const request = await queries.findOpen(db, hashToken(token), now)
  if (!request) throw refuse(refusals, 'request_not_found')
  return request
}

/** Does what the link is for, once. */
export function carryOut(ctx: Ctx, token: string): Promise<Answer<typeof carryOutRequest>> {
  return inTransaction(ctx, async (ctx) => {
    const { db, now } = ctx
    const request = await queries.lockOpen(db, hashToken(token), now)
    if (!request) throw refuse(refusals, 'request_not_found')
    const { id, email, kind } = request
    if (await isHeld(db, email)) throw refuse(refusals, 'has_account')
    if (kind === 'export') {
      await queries.updateUsed(db, id, now)
      await ask(ctx, { id: await idOfAddress(db, email), email })
      return { message: EXPORT_ASKED }
    }
    await erase(ctx, email)
    return { message: ERASED }
  })
}

async function erase(ctx: Ctx<Tx>, email: string): Promise<void> {
  const { db, ports } = ctx
  const has_account = (await idOfAddress(db, email)) !== null
  // The requests of the address are erased too, this one included.
  await eraseAddress(ctx, email)
  if (!has_account) await ports.mail.send(db, { to: email, ...(await dataErasedMail({ sender: ports.settings })) })
}
