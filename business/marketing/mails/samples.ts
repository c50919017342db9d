import type { MailSample } from '#platform/mails/index.ts'
import { announcementMail } from './announcement-mail.tsx'

const body = 'Forty drawings of the sea are free until the end of the month.\n\nTake what you need, and tell a friend.'

export const samples: MailSample[] = [
  {
    name: 'announcement-mail',
    mail: (sender) =>
      announcementMail({
        sender,
        subject: 'Forty free drawings of the sea',
        body,
        unsubscribe_url: `${sender.public_url}/unsubscribe/mJ8cVq3xTn5bRz1wKfLh7sPdYg2aEu9oC4iX6tNvBk0`
      })
  }
]
