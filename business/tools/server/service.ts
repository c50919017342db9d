import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, signedIn, spendMailTo } from '#platform/server/index.ts'
import type { shareLabel } from '../contract.ts'
import { labelMail } from '../mails/label-mail.tsx'
import { SHARE_TEXTS } from '../share.rules.ts'
import { pngName, readPng } from './attachment.ts'
import { spendRecipients } from './limits.ts'

type ShareRequest = Received<typeof shareLabel>['body']

/** Sends each recipient a separate email, so that recipients do not see each other’s addresses. */
export async function share(ctx: Ctx, { to, subject, text, attachment }: ShareRequest): Promise<Answer<typeof shareLabel>> {
  const { name, email } = signedIn(ctx)
  await spendRecipients(ctx, to.length)
  const picture = await readPng(attachment.dataUrl)
  const mail = await labelMail({ sender: ctx.ports.settings, from: { name, email }, subject, message: text })
  const attachments = [{ filename: pngName(attachment.filename), content_base64: picture.toString('base64'), content_type: 'image/png' }]
  await inTransaction(ctx, async (ctx) => {
    const { db, ports } = ctx
    // Always in the same order, so that parallel calls cannot deadlock.
    for (const address of to.toSorted()) await spendMailTo(ctx, address)
    for (const address of to) await ports.mail.send(db, { to: address, ...mail, attachments })
  })
  return { message: SHARE_TEXTS.sent }
}
