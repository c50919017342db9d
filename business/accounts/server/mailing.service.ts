import { type Ctx, refuse, type Tx } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import { alreadyRegisteredMail } from '../mails/already-registered-mail.tsx'
import { verificationMail } from '../mails/verification-mail.tsx'
import { welcomeMail } from '../mails/welcome-mail.tsx'
import { CODE_MINUTES, COOLDOWN_SECONDS } from '../rules.ts'
import * as queries from './queries.ts'
import { hashCode, newCode } from './tokens.ts'

const COOLDOWN_MS = COOLDOWN_SECONDS * 1000

/** Kinds of mail that have a cooldown of their own. */
export type Kind = 'verification' | 'reset' | 'reminder'
type Addressee = { id: string; name: string; email: string }

/** Takes the address's turn for a mail of that kind; false within the cooldown. Concurrent calls wait for each other here. */
export async function claimMailing({ db, now }: Ctx<Tx>, kind: Kind, email: string): Promise<boolean> {
  return (await queries.claimMailing(db, { kind, email, sent_at: now }, new Date(now.getTime() - COOLDOWN_MS))) !== undefined
}

/** The same, or 429 with the seconds still to wait, whether or not the address is known. */
export async function requireMailing(ctx: Ctx<Tx>, kind: Kind, email: string): Promise<void> {
  if (await claimMailing(ctx, kind, email)) return
  const last = await queries.findMailing(ctx.db, { kind, email })
  const wait = (last?.sent_at.getTime() ?? 0) + COOLDOWN_MS - ctx.now.getTime()
  throw refuse(no, 'mailed_just_now', { retry_after: Math.max(1, Math.ceil(wait / 1000)) })
}

export async function mailCode({ db, now, ports }: Ctx<Tx>, user: Addressee): Promise<void> {
  const code = newCode()
  await queries.upsertCode(db, {
    user_id: user.id,
    code_hash: hashCode(ports.settings.session_secret, user.id, code),
    expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000)
  })
  await ports.mail.send(db, { to: user.email, ...(await verificationMail({ sender: ports.settings, name: user.name, code })) })
}

export async function mailAlreadyRegistered({ db, ports }: Ctx<Tx>, { name, email }: Addressee): Promise<void> {
  await ports.mail.send(db, { to: email, ...(await alreadyRegisteredMail({ sender: ports.settings, name })) })
}

export async function mailWelcome({ db, ports }: Ctx<Tx>, { name, email }: Addressee): Promise<void> {
  await ports.mail.send(db, { to: email, ...(await welcomeMail({ sender: ports.settings, name })) })
}
