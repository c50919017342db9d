import { type Ctx, type JobHandler, PermanentFailure } from '#platform/server/index.ts'
import { type Asked, type AskedMail, MAIL_ASKED, type RequestOrigin } from './account-mails.service.ts'
import { verifyArchives } from './audit/archive.service.ts'
import { verifyAudit } from './audit/seals.service.ts'
import { mailChangeCode } from './email-change/email-change.service.ts'
import { DELETE_AVATAR, deleteAvatarFile } from './profile/avatars.service.ts'
import { rewrapTotpKeys } from './second-factor/totp-keys.service.ts'
import { mailNewCode, mailRegistration } from './sign-in/codes.service.ts'
import { mailReminder, mailReset } from './sign-in/recovery.service.ts'
import { STOP_CLIENT } from './users/create-admin.service.ts'
import { stopClient } from './users/manage-users.service.ts'

/** Each looks up the address and sends at most one email per request. */
const MAILS: Record<AskedMail, (ctx: Ctx, email: string, from: RequestOrigin) => Promise<void>> = {
  registration: mailRegistration,
  verification: mailNewCode,
  reset: mailReset,
  reminder: mailReminder,
  email_change: mailChangeCode
}

/** Checks the seals of the audit log and its files. A broken one fails the job, which operators are told about. */
async function requireWhole({ db, log, ports }: Ctx): Promise<void> {
  const { entries, archived, head, broken } = await verifyAudit(db)
  const problems = [...(broken === undefined ? [] : [broken]), ...(await verifyArchives(db, () => ports.files))]
  if (problems.length > 0) throw new PermanentFailure(`The audit log is broken: ${problems.join('; ')}.`)
  log.info({ entries, archived, head: `${head.position}:${head.hash}` }, 'the audit log is intact')
}

export const accountsJobs = (context: () => Ctx): JobHandler[] => [
  {
    name: MAIL_ASKED,
    concurrency: 2,
    // A code that comes an hour later surprises more than it helps.
    retries: 'minutes',
    run: ({ mail, email, from }: Asked) => MAILS[mail](context(), email, from)
  },
  {
    name: STOP_CLIENT,
    run: ({ user_id }: { user_id: string }) => stopClient(context(), user_id)
  },
  // With the keys that an operator has put in front of the older ones.
  { name: 'accounts.rewrap-totp-keys', cron: '43 4 * * *', run: async () => void (await rewrapTotpKeys(context())) },
  { name: 'accounts.verify-audit', cron: '27 3 * * *', run: () => requireWhole(context()) },
  { name: DELETE_AVATAR, run: ({ avatar_url }: { avatar_url: string }) => deleteAvatarFile(context(), avatar_url) }
]
