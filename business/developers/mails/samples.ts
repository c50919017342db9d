import type { MailSample } from '#platform/mails/index.ts'
import { webhookOffMail } from './webhook-off-mail.tsx'

const webhook = { id: '0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17', url: 'https://hooks.example.com/easel?shop=42' }

export const samples: MailSample[] = [
  {
    name: 'webhook-off-mail',
    mail: (sender) => webhookOffMail({ sender, name: 'Ada Lovelace', ...webhook, at: new Date('2026-03-05T22:14:00Z') })
  }
]
