import type { MailSample } from '#platform/mails/index.ts'
import { STATUS_MESSAGES } from '../rules.ts'
import { applicantStatusMail } from './applicant-status-mail.tsx'
import { applicationReceivedMail } from './application-received-mail.tsx'
import { newApplicantMail } from './new-applicant-mail.tsx'

export const samples: MailSample[] = [
  {
    name: 'applicant-status-mail',
    mail: (sender) => applicantStatusMail({ sender, first_name: 'Ada', ...STATUS_MESSAGES.rejected })
  },
  { name: 'application-received-mail', mail: (sender) => applicationReceivedMail({ sender, first_name: 'Ada' }) },
  { name: 'new-applicant-mail', mail: (sender) => newApplicantMail({ sender, name: 'Ada Lovelace' }) }
]
