import type { MailSample } from '#platform/mails/index.ts'
import { contactMail } from './contact-mail.tsx'

const message =
  'Hello,\n\nI bought a commercial license for an icon set in March.\nMay I also give my print shop a copy of the files?\n\nThank you\nAda'

export const samples: MailSample[] = [
  {
    name: 'contact-mail',
    mail: (sender) => contactMail({ sender, name: 'Ada Lovelace', email: 'ada@example.com', subject: 'Files for my print shop', message })
  }
]
