import type { MailSample } from '#platform/mails/index.ts'
import { RESET_MINUTES } from '../rules.ts'
import { accountDeactivatedMail } from './account-deactivated-mail.tsx'
import { accountDeletedMail } from './account-deleted-mail.tsx'
import { accountReactivatedMail } from './account-reactivated-mail.tsx'
import { alreadyRegisteredMail } from './already-registered-mail.tsx'
import { emailChangedMail } from './email-changed-mail.tsx'
import { emailCodeMail } from './email-code-mail.tsx'
import { emailRestoredMail } from './email-restored-mail.tsx'
import { emailTakenMail } from './email-taken-mail.tsx'
import { newSignInMail } from './new-sign-in-mail.tsx'
import { passwordChangedMail } from './password-changed-mail.tsx'
import { reminderMail } from './reminder-mail.tsx'
import { resetMail } from './reset-mail.tsx'
import { roleChangedMail } from './role-changed-mail.tsx'
import { secondFactorResetMail } from './second-factor-reset-mail.tsx'
import { securityChangedMail } from './security-changed-mail.tsx'
import { setPasswordMail } from './set-password-mail.tsx'
import { verificationMail } from './verification-mail.tsx'
import { welcomeMail } from './welcome-mail.tsx'

const USUAL = 'Ada Lovelace'
const at = new Date('2026-03-05T22:14:00Z')
const device = 'Firefox on Windows'
const TOKEN = 'mJ8cVq3xTn5bRz1wKfLh7sPdYg2aEu9oC4iX6tNvBk0'

/** Returns a sample of every accounts email, addressed to a person with this name. A name with a comma is a variant: 'password-changed-mail, reset'. */
export const samplesNamed = (name: string): MailSample[] => [
  { name: 'verification-mail', mail: (sender) => verificationMail({ sender, name, code: '0481516' }) },
  { name: 'already-registered-mail', mail: (sender) => alreadyRegisteredMail({ sender, name }) },
  { name: 'welcome-mail', mail: (sender) => welcomeMail({ sender, name }) },
  { name: 'set-password-mail', mail: (sender) => setPasswordMail({ sender, name, link: linkOf(sender.public_url) }) },
  { name: 'reset-mail', mail: (sender) => resetMail({ sender, name, link: linkOf(sender.public_url), minutes: RESET_MINUTES }) },
  { name: 'reminder-mail', mail: (sender) => reminderMail({ sender, name, email: 'ada.lovelace@example.com' }) },
  { name: 'password-changed-mail', mail: (sender) => passwordChangedMail({ sender, name, at, device, how: 'changed' }) },
  { name: 'password-changed-mail, reset', mail: (sender) => passwordChangedMail({ sender, name, at, device, how: 'reset' }) },
  { name: 'new-sign-in-mail', mail: (sender) => newSignInMail({ sender, name, at, device, ip: '203.0.113.24' }) },
  { name: 'security-changed-mail', mail: (sender) => securityChangedMail({ sender, name, at, device, change: 'totp_added' }) },
  {
    name: 'security-changed-mail, code',
    mail: (sender) => securityChangedMail({ sender, name, at, device, change: 'recovery_code_used' })
  },
  { name: 'second-factor-reset-mail', mail: (sender) => secondFactorResetMail({ sender, name }) },
  { name: 'role-changed-mail', mail: (sender) => roleChangedMail({ sender, name, role: 'employee' }) },
  {
    name: 'account-deactivated-mail',
    mail: (sender) => accountDeactivatedMail({ sender, name, support_email: sender.support_email })
  },
  { name: 'account-reactivated-mail', mail: (sender) => accountReactivatedMail({ sender, name }) },
  { name: 'email-code-mail', mail: (sender) => emailCodeMail({ sender, name, code: '0481516' }) },
  { name: 'email-taken-mail', mail: (sender) => emailTakenMail({ sender, name }) },
  {
    name: 'email-changed-mail',
    mail: (sender) => emailChangedMail({ sender, name, at, device, link: `${sender.public_url}/undo-email?token=${TOKEN}` })
  },
  {
    name: 'email-restored-mail',
    mail: (sender) => emailRestoredMail({ sender, name, link: linkOf(sender.public_url), minutes: RESET_MINUTES })
  },
  { name: 'account-deleted-mail', mail: (sender) => accountDeletedMail({ sender, name }) }
]

export const samples = samplesNamed(USUAL)

const linkOf = (public_url: string): string => `${public_url}/reset-password?token=${TOKEN}`
