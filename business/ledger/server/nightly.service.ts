import { type Ctx, inTransaction } from '#platform/server/index.ts'
import { ledgerBrokenMail } from '../mails/ledger-broken-mail.tsx'
import { findLastCheckpoint, insertCheckpoint, insertVerification } from './checkpoints.queries.ts'
import { type Checkpoint, type Verified, verify } from './verify.service.ts'

const showCheckpoint = ({ position, hash }: Checkpoint): string => `${position}:${hash}`

/**
 * Verifies the whole ledger against the last checkpoint, and stores the head as the next checkpoint. A broken ledger is logged and emailed to support
 * every night until it is repaired, and no checkpoint is stored. The log keeps a copy of the checkpoints outside the database.
 */
export async function verifyNightly(ctx: Ctx): Promise<void> {
  const checkpoint = await findLastCheckpoint(ctx.db)
  const verdict = await verify(ctx.db, checkpoint)
  if (!verdict.whole) return report(ctx, verdict, checkpoint)
  await insertCheckpoint(ctx.db, verdict.head, ctx.now)
  await insertVerification(ctx.db, { verified_at: ctx.now, position: verdict.head.position, broken: null })
  ctx.log.info({ transactions: verdict.transactions, head: showCheckpoint(verdict.head) }, 'the ledger is intact')
}

async function report(ctx: Ctx, { broken, transactions }: Verified & { broken: string }, last?: Checkpoint): Promise<void> {
  const checkpoint = last && showCheckpoint(last)
  ctx.log.error({ broken, transactions, checkpoint }, 'the ledger is broken')
  const { settings, mail } = ctx.ports
  const content = await ledgerBrokenMail({ sender: settings, broken, transactions, checkpoint, found_at: ctx.now })
  await inTransaction(ctx, async ({ db, now }) => {
    await insertVerification(db, { verified_at: now, position: null, broken })
    await mail.send(db, { to: settings.support_email, ...content }, { urgent: true })
  })
}
