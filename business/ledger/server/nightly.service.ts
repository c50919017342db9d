import { type Ctx, inTransaction } from '#platform/server/index.ts'
import { ledgerBrokenMail } from '../mails/ledger-broken-mail.tsx'
import { findLastNoted, insertNoted } from './noted.queries.ts'
import { type Known, type Verified, verify } from './verify.service.ts'

const showHead = ({ position, hash }: Known): string => `${position}:${hash}`

/**
 * Proves the whole book, against the head that was noted last, and notes the head. What is broken goes to the log and to support, again every night
 * until it is put right; its head is not noted. The log holds the heads outside the database.
 */
export async function verifyNightly(ctx: Ctx): Promise<void> {
  const known = await findLastNoted(ctx.db)
  const verdict = await verify(ctx.db, known)
  if (!verdict.whole) return report(ctx, verdict, known)
  await insertNoted(ctx.db, verdict.head, ctx.now)
  console.info(`The ledger is whole: ${verdict.transactions} transactions. Head ${showHead(verdict.head)}`)
}

async function report(ctx: Ctx, { broken, transactions }: Verified & { broken: string }, known: Known | undefined): Promise<void> {
  const noted = known && showHead(known)
  console.error(`The ledger is broken: ${broken}. Whole before it: ${transactions} transactions. Last whole head: ${noted ?? 'none'}`)
  const { settings, mail } = ctx.ports
  const words = await ledgerBrokenMail({ sender: settings, broken, transactions, noted, found_at: ctx.now })
  await inTransaction(ctx, ({ db }) => mail.send(db, { to: settings.support_email, ...words }))
}
