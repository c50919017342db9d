import { type Ctx, inTransaction, refuse, spendMailTo, type Tx } from '#platform/server/index.ts'
import { refusals } from '../contract.ts'
import { alreadyRegisteredMail } from '../mails/already-registered-mail.tsx'
import { newSignInMail } from '../mails/new-sign-in-mail.tsx'
import { setPasswordMail } from '../mails/set-password-mail.tsx'
import { verificationMail } from '../mails/verification-mail.tsx'
import { welcomeMail } from '../mails/welcome-mail.tsx'
import { CODE_MINUTES, COOLDOWN_SECONDS } from '../rules.ts'
import * as queries from './queries.ts'
import { deviceName } from './sign-in/device-name.ts'
import { hashPassword, OWN_LANE } from './sign-in/passwords.ts'
import { resetExpiry } from './sign-in/reset-links.ts'
import { newCode } from './sign-in/tokens.ts'

const COOLDOWN_MS = COOLDOWN_SECONDS * 1000

/** Kinds of email, each with its own cooldown. */
export type Kind = 'verification' | 'reset' | 'reminder' | 'email_change'
/** What the job sends. A registration shares the cooldown of verification codes. */
export type AskedMail = Kind | 'registration'
/** Where a request came from, for the audit log. */
export type RequestOrigin = { ip: string; device: string }
export type Asked = { mail: AskedMail; email: string; from: RequestOrigin }
type Addressee = { id: string; name: string; email: string }

export const MAIL_ASKED = 'accounts.mail-asked'

/** Starts the cooldown for an email of this kind. Returns false within the current one. Parallel calls run one after another. */
export async function claimMailing({ db, now }: Ctx<Tx>, kind: Kind, email: string): Promise<boolean> {
  return (await queries.claimMailing(db, { kind, email, sent_at: now }, new Date(now.getTime() - COOLDOWN_MS))) !== undefined
}

/** Starts the cooldown or refuses with 429 and the seconds left, whether or not the address is known. */
export async function requireMailing(ctx: Ctx<Tx>, kind: Kind, email: string): Promise<void> {
  if (await claimMailing(ctx, kind, email)) return
  const last = await queries.findMailing(ctx.db, { kind, email })
  const wait = (last?.sent_at.getTime() ?? 0) + COOLDOWN_MS - ctx.now.getTime()
  throw refuse(refusals, 'mailed_just_now', { retry_after: Math.max(1, Math.ceil(wait / 1000)) })
}

/** Queues an email. Takes the same time for every address; the job looks up whose it is. `device`: a known browser of the owner. */
export async function requestMail(ctx: Ctx, kind: Kind, email: string, device?: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await requireMailing(ctx, kind, email)
    await spendMailTo(ctx, email, device)
    await sendMailJob(ctx, kind, email)
  })
}

export const originOf = ({ caller }: Ctx): RequestOrigin => ({ ip: caller.ip, device: deviceName(caller.user_agent) })

export async function sendMailJob(ctx: Ctx<Tx>, mail: AskedMail, email: string): Promise<void> {
  await ctx.ports.jobs.send(ctx.db, MAIL_ASKED, { mail, email, from: originOf(ctx) } satisfies Asked)
}

export async function mailCode({ db, now, ports }: Ctx<Tx>, user: Addressee): Promise<void> {
  const code = newCode()
  const expires_at = new Date(now.getTime() + CODE_MINUTES * 60_000)
  await queries.upsertCode(db, {
    user_id: user.id,
    code_hash: await hashPassword(code, OWN_LANE),
    expires_at
  })
  const mail = await verificationMail({ sender: ports.settings, name: user.name, code })
  await ports.mail.send(db, { to: user.email, ...mail }, { urgent: true, expires_at })
}

export async function mailAlreadyRegistered({ db, ports }: Ctx<Tx>, { name, email }: Addressee): Promise<void> {
  await ports.mail.send(db, { to: email, ...(await alreadyRegisteredMail({ sender: ports.settings, name })) }, { urgent: true })
}

export async function mailWelcome({ db, ports }: Ctx<Tx>, { name, email }: Addressee): Promise<void> {
  await ports.mail.send(db, { to: email, ...(await welcomeMail({ sender: ports.settings, name })) }, { urgent: true })
}

export async function mailSetPassword({ db, now, ports }: Ctx<Tx>, { name, email }: Addressee, link: string): Promise<void> {
  const mail = await setPasswordMail({ sender: ports.settings, name, link })
  await ports.mail.send(db, { to: email, ...mail }, { urgent: true, expires_at: resetExpiry(now) })
}

export async function mailNewSignIn(ctx: Ctx<Tx>, { name, email }: Addressee): Promise<void> {
  const { db, now, ports } = ctx
  const details = { sender: ports.settings, name, at: now, ...originOf(ctx) }
  await ports.mail.send(db, { to: email, ...(await newSignInMail(details)) }, { urgent: true })
}
