import { randomUUID } from 'node:crypto'
import { isFreeAt } from '#catalogue/rules.ts'
import { findAssets, lockAssetOnSale, requireAssetOnSale } from '#catalogue/server/index.ts'
import { CONSENT_WORDS } from '#marketing/rules.ts'
import { hasWithdrawn, recordConsent } from '#marketing/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, type Eraser, inTransaction, mayMailStranger, networkOf, refuse, spend, type Tx } from '#platform/server/index.ts'
import { refusals, type requestFreeFile } from '../../contract.ts'
import { freeFileMail } from '../../mails/free-file-mail.tsx'
import { masterOf } from '../../rules.ts'
import { linkToFree, requireRecoloring } from '../downloads/downloads.service.ts'
import * as queries from '../queries.ts'

const HOUR = 3600
const PER_NETWORK = 60
const PER_EMAIL = 10

/** Grants the free license: returns a link to the PNG and emails one. An address that withdrew from news agrees again with the mailed link only. */
export async function requestFree(ctx: Ctx, received: Received<typeof requestFreeFile>): Promise<Answer<typeof requestFreeFile>> {
  const { colors, ...body } = received.body
  await spend(ctx, { key: `licensing.free.ip.${networkOf(ctx.caller.ip)}`, most: PER_NETWORK, seconds: HOUR })
  await spend(ctx, { key: `licensing.free.email.${body.email}`, most: PER_EMAIL, seconds: HOUR })
  const asset = await requireAssetOnSale(ctx.db, body.asset_id)
  if (!isFreeAt(ctx.now, asset)) throw refuse(refusals, 'not_free')
  const files = await queries.findReadyFilesOf(ctx.db, [asset.id])
  if (!masterOf(files)) throw refuse(refusals, 'no_files')
  const recoloring = colors === undefined ? '' : await requireRecoloring(ctx, files, colors)
  const id = randomUUID()
  const recolored = recoloring === '' ? {} : { colors: recoloring }
  const link = linkToFree(ctx, id, recolored)
  const preview_url = (await findAssets(ctx.db, ctx.now, [asset.id])).get(asset.id)?.preview_url ?? null
  const agreesAgain = body.marketing_opt_in && (await hasWithdrawn(ctx.db, body.email))
  const mailed = agreesAgain ? linkToFree(ctx, id, { ...recolored, news: '1' }) : link
  const mail = await freeFileMail({ sender: ctx.ports.settings, asset: { ...asset, preview_url }, download_url: mailed.download_url })
  await inTransaction(ctx, async (ctx) => {
    const { db, now, ports } = ctx
    await lockAssetOnSale(db, asset.id)
    await queries.insertFreeRequest(db, { id, ...body, created_at: now })
    if (body.marketing_opt_in && !agreesAgain) await agree(ctx, body.email)
    const options = { urgent: true, expires_at: new Date(link.expires_at) }
    if (await mayMailStranger(ctx, body.email)) await ports.mail.send(db, { to: body.email, ...mail }, options)
  })
  return link
}

const agree = (ctx: Ctx<Tx>, email: string): Promise<void> => recordConsent(ctx, { email, words: CONSENT_WORDS, source: 'free_download' })

/** Stores the consent of an address that had withdrawn: whoever opened the mailed link can read its mail. */
export const agreeByMailedLink = (ctx: Ctx, email: string): Promise<void> => inTransaction(ctx, (work) => agree(work, email))

/** Deletes the free requests made with a deleted person's email address. */
export const eraseFreeRequests = ({ db }: Ctx<Tx>, { email }: { email: string }): Promise<void> => queries.deleteFreeRequests(db, email)

/** Gives the free requests of an address to the new one. */
export const moveFreeRequests = ({ db }: Ctx<Tx>, { from, to }: { from: string; to: string }): Promise<void> =>
  queries.updateFreeRequestAddress(db, from, to)

export const licensingRetention = {
  free_downloads: ({ db }, before) => queries.deleteOldFreeRequests(db, { before, opted_in: false }),
  free_downloads_with_news: ({ db }, before) => queries.deleteOldFreeRequests(db, { before, opted_in: true })
} satisfies Record<string, Eraser>
