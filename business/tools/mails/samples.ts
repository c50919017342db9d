import type { MailSample } from '#platform/mails/index.ts'
import { labelMail } from './label-mail.tsx'

const from = { name: 'Ada Lovelace', email: 'ada.lovelace@example.com' }

export const samples: MailSample[] = [
  {
    name: 'label-mail',
    mail: (sender) => labelMail({ sender, from, subject: 'Labels for the fair', message: 'Print it 4 cm wide.\nYou can trim the frame.' })
  },
  { name: 'label-mail, no message', mail: (sender) => labelMail({ sender, from, subject: '', message: '' }) }
]
