import type { MailSample } from '#platform/mails/index.ts'
import { dataErasedMail } from './data-erased-mail.tsx'
import { exportReadyMail } from './export-ready-mail.tsx'
import { privacyAccountMail } from './privacy-account-mail.tsx'
import { privacyRequestMail } from './privacy-request-mail.tsx'

const TOKEN = 'mJ8cVq3xTn5bRz1wKfLh7sPdYg2aEu9oC4iX6tNvBk0'
const requestLink = (public_url: string): string => `${public_url}/privacy/requests/${TOKEN}`
const exportLink = (public_url: string): string =>
  `${public_url}/api/privacy/exports/0b6bd0f2-8f3e-4f0b-9a39-0d2f6f4c3a11?expires=1793923200&signature=${TOKEN}`

export const samples: MailSample[] = [
  { name: 'export-ready-mail', mail: (sender) => exportReadyMail({ sender, link: exportLink(sender.public_url), bytes: 4_318_220 }) },
  {
    name: 'privacy-request-mail, export',
    mail: (sender) => privacyRequestMail({ sender, kind: 'export', link: requestLink(sender.public_url) })
  },
  {
    name: 'privacy-request-mail, delete',
    mail: (sender) => privacyRequestMail({ sender, kind: 'delete', link: requestLink(sender.public_url) })
  },
  { name: 'privacy-account-mail, export', mail: (sender) => privacyAccountMail({ sender, kind: 'export' }) },
  { name: 'privacy-account-mail, delete', mail: (sender) => privacyAccountMail({ sender, kind: 'delete' }) },
  { name: 'data-erased-mail', mail: (sender) => dataErasedMail({ sender }) }
]
