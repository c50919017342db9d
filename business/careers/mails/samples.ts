import type { MailSample } from '#platform/mails/index.ts'
import { applicationReceivedMail } from './application-received-mail.tsx'
import { newApplicantMail } from './new-applicant-mail.tsx'

export const samples: MailSample[] = [
  { name: 'application-received-mail', mail: (sender) => applicationReceivedMail({ sender, first_name: 'Ada' }) },
  { name: 'new-applicant-mail', mail: (sender) => newApplicantMail({ sender, name: 'Ada Lovelace' }) }
]
