import type { Ctx, JobHandler } from '#platform/server/index.ts'
import { type Asked, type AskedMail, MAIL_ASKED, type RequestOrigin } from './account-mails.service.ts'
import { DELETE_AVATAR, deleteAvatarFile } from './profile/avatars.service.ts'
import * as queries from './queries.ts'
import { mailNewCode, mailRegistration } from './sign-in/codes.service.ts'
import { forgetDevices } from './sign-in/devices.service.ts'
import { deleteExpiredResets } from './sign-in/recovery.queries.ts'
import { mailReminder, mailReset } from './sign-in/recovery.service.ts'
import { forgetRegistrations } from './sign-in/registrations.service.ts'
import { STOP_CLIENT } from './users/create-admin.service.ts'
import { stopClient } from './users/manage-users.service.ts'

const DAY_MS = 86_400_000

/** Each looks up the address and sends at most one email per request. */
const MAILS: Record<AskedMail, (ctx: Ctx, email: string, from: RequestOrigin) => Promise<void>> = {
  registration: mailRegistration,
  verification: mailNewCode,
  reset: mailReset,
  reminder: mailReminder
}

export const accountsJobs = (context: () => Ctx): JobHandler[] => [
  {
    name: MAIL_ASKED,
    run: ({ mail, email, from }: Asked) => MAILS[mail](context(), email, from)
  },
  {
    name: STOP_CLIENT,
    run: ({ user_id }: { user_id: string }) => stopClient(context(), user_id)
  },
  { name: DELETE_AVATAR, run: ({ avatar_url }: { avatar_url: string }) => deleteAvatarFile(context(), avatar_url) },
  {
    // Nightly: expired sessions, codes, cooldowns, unverified registrations and devices.
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
