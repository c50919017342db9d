import type { Ctx, JobHandler } from '#platform/server/index.ts'
import { DELETE_AVATAR, deleteAvatarFile } from './avatars.service.ts'
import { mailAgain, mailRegistration } from './codes.service.ts'
import { forgetDevices } from './devices.service.ts'
import { type Asked, type AskedMail, MAIL_ASKED, type Whence } from './mailing.service.ts'
import * as queries from './queries.ts'
import { deleteExpiredResets } from './recovery.queries.ts'
import { mailReminder, mailReset } from './recovery.service.ts'
import { forgetRegistrations } from './registrations.service.ts'

const DAY_MS = 86_400_000

/** Each looks the address up and mails, or does not, once for each time it was asked for. */
const MAILS: Record<AskedMail, (ctx: Ctx, email: string, from: Whence) => Promise<void>> = {
  registration: mailRegistration,
  verification: mailAgain,
  reset: mailReset,
  reminder: mailReminder
}

export const accountsJobs = (context: () => Ctx): JobHandler[] => [
  {
    name: MAIL_ASKED,
    run: ({ mail, email, from }: Asked) => MAILS[mail](context(), email, from)
  },
  { name: DELETE_AVATAR, run: ({ avatar_url }: { avatar_url: string }) => deleteAvatarFile(context(), avatar_url) },
  {
    // Nightly: sessions and codes that ended, cooldowns that are long over, registrations that nobody verified, browsers that never came again.
    name: 'accounts.clear-expired',
    cron: '17 3 * * *',
    run: async () => {
      const ctx = context()
      const { db, now } = ctx
      await queries.deleteExpired(db, now, new Date(now.getTime() - DAY_MS))
      await forgetRegistrations(ctx)
      await forgetDevices(ctx)
      await deleteExpiredResets(db, now)
    }
  }
]
