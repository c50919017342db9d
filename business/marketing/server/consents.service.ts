import { randomBytes } from 'node:crypto'
import { audit, type People } from '#accounts/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, csvOf, type Db, type Eraser, type PersonalData, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { type ListedConsent, type listConsents, refusals, type showPreferences, type unsubscribe } from '../contract.ts'
import { CONSENT_WORDS, type ConsentSource, pathToUnsubscribe, TEXTS } from '../rules.ts'
import * as queries from './consents.queries.ts'

/** Stores that a person agreed to news, with the words they saw. Agreeing again changes nothing. */
export async function recordConsent({ db, now }: Ctx<Tx>, consent: { email: string; words: string; source: ConsentSource }): Promise<void> {
  await queries.insertConsent(db, { ...consent, agreed_at: now, token: randomBytes(32).toString('base64url') })
}

/** Whether an address has withdrawn. Anyone can type an address, so only its mailbox may agree again. */
export const hasWithdrawn = (db: Db, email: string): Promise<boolean> => queries.hasWithdrawn(db, email)

/** The choice on the profile, for the address of the account. */
export const newsOfAccounts: People['news'] = {
  words: CONSENT_WORDS,
  find: queries.findByAddress,
  set: async (ctx, email, agrees) => {
    if (agrees) return recordConsent(ctx, { email, words: CONSENT_WORDS, source: 'profile' })
    const consent = await queries.findByAddress(ctx.db, email)
    if (consent) await queries.updateWithdrawn(ctx.db, consent.id, ctx.now)
  }
}

async function requireConsent({ db }: Ctx, token: string) {
  const consent = await queries.findByToken(db, token)
  if (!consent) throw refuse(refusals, 'link_not_found')
  return consent
}

/** Mail programs open links on their own, so this changes nothing. */
export async function showByToken(ctx: Ctx, token: string): Promise<Answer<typeof showPreferences>> {
  const { email, withdrawn_at } = await requireConsent(ctx, token)
  return { email, is_subscribed: withdrawn_at === null }
}

/** Withdraws a consent. Doing it again changes nothing. */
export async function withdraw(ctx: Ctx, token: string): Promise<Answer<typeof unsubscribe>> {
  const { id } = await requireConsent(ctx, token)
  await queries.updateWithdrawn(ctx.db, id, ctx.now)
  return { message: TEXTS.withdrawn }
}

type Row = Awaited<ReturnType<typeof queries.findConsents>>[number]

const present =
  ({ ports }: Ctx) =>
  ({ token, words, agreed_at, ...consent }: Row): ListedConsent => ({
    ...consent,
    text: words,
    agreed_at: agreed_at.toISOString(),
    unsubscribe_url: ports.settings.public_url + pathToUnsubscribe(token)
  })

export async function list(ctx: Ctx, query: Received<typeof listConsents>['query']): Promise<Answer<typeof listConsents>> {
  const { page, page_size, ...filter } = query
  const [rows, total] = await Promise.all([queries.findConsents(ctx.db, query), queries.countConsents(ctx.db, filter)])
  return { items: rows.map(present(ctx)), total, page, page_size }
}

const COLUMNS = ['email', 'agreed_at', 'text', 'source', 'unsubscribe_url'] as const

/** Every address that agrees, for a program that sends the mails. */
export async function exportCsv(ctx: Ctx): Promise<string> {
  const rows = await queries.findAllConsents(ctx.db)
  const details = { rows: rows.length }
  await audit(ctx.db, {
    actor_id: signedIn(ctx).id,
    action: 'report.exported',
    subject_kind: 'report',
    subject: 'marketing',
    details,
    area: 'support'
  })
  return csvOf(COLUMNS, rows.map(present(ctx)))
}

export const eraseConsents = ({ db }: Ctx<Tx>, { email }: { email: string }): Promise<void> => queries.deleteConsentsOf(db, email)

/** Gives the consent of an address to the new one. */
export const moveConsents = ({ db }: Ctx<Tx>, { from, to }: { from: string; to: string }): Promise<void> =>
  queries.updateAddress(db, from, to)

export const marketingRetention = {
  withdrawn_consents: ({ db }, before) => queries.deleteWithdrawn(db, before)
} satisfies Record<string, Eraser>

export const marketingPersonalData: PersonalData = {
  tables: [
    { name: 'consents-to-news', table: 'marketing.consent', emails: ['email'], without: ['token'] },
    {
      name: 'received-news',
      table: 'marketing.delivery',
      through: { column: 'consent_id', table: 'marketing.consent', emails: ['email'] }
    }
  ],
  left_out: { 'marketing.announcement.created_by': 'who in the shop wrote it, by id; the audit log holds it' }
}
